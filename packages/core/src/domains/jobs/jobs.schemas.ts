import { z } from 'zod';
import { cursorSchema, limitSchema, pageOf, projectIdSchema, timeSchema } from '../../api/wire.ts';

const jobIdSchema = z.string().max(100);

const jobStates = ['waiting', 'running', 'dead'] as const;

export const listJobsInput = z.strictObject({
  projectId: projectIdSchema,
  state: z.enum(jobStates).optional(),
  limit: limitSchema,
  cursor: cursorSchema,
});
export type ListJobsInput = z.infer<typeof listJobsInput>;

export const jobTargetInput = z.strictObject({ projectId: projectIdSchema, jobId: jobIdSchema });
export type JobTargetInput = z.infer<typeof jobTargetInput>;

export const jobSchema = z
  .object({
    id: jobIdSchema,
    kind: z.string().meta({ description: 'The kind of work.' }),
    state: z.enum(jobStates).meta({ description: '`dead`: given up after too many attempts.' }),
    attempts: z.int().meta({ description: 'Attempts since the job was requested.' }),
    error: z.string().nullable().meta({ description: 'Why the last attempt failed.' }),
    run_at: timeSchema.meta({ description: 'The earliest time of the next attempt.' }),
    created_at: timeSchema,
  })
  .meta({
    id: 'Job',
    examples: [
      {
        id: 'job_01kah50jd1w3p6m4r8t2q9vkhn',
        kind: 'process-asset',
        state: 'dead',
        attempts: 10,
        error: 'The storage cannot be reached.',
        run_at: '2026-11-21T09:32:00.000Z',
        created_at: '2026-11-21T08:02:00.000Z',
      },
    ],
  });
export type Job = z.infer<typeof jobSchema>;

export const jobPageSchema = pageOf(jobSchema).meta({ id: 'JobPage' });
