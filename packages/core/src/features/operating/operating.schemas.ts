import { z } from 'zod';
import { projectIdSchema, timeSchema } from '../../api/wire.ts';
import { jobSchema } from '../../domains/jobs/jobs.schemas.ts';

export const operatingInput = z.strictObject({});
export const operatorJobInput = z.strictObject({ jobId: z.string().max(100) });
export type OperatorJobInput = z.infer<typeof operatorJobInput>;

const count = z.int();

/** Each is a number, or null for no limit. */
const quotas = (most: z.ZodType<number, number>) => ({
  entries: most.nullable(),
  people: most.nullable(),
  bytes: most.nullable(),
  requests: most.nullable(),
});
const ownQuotasSchema = z.object(quotas(count)).partial();

/** The most that a quota can be: more bytes than anyone has, and still a whole number. */
const MOST = 1_000_000_000_000_000;
const atMost = (most: number) => z.int().min(1).max(most);

export const changeQuotasInput = z
  .strictObject({
    projectId: projectIdSchema,
    ...z.object({ ...quotas(atMost(999_999_999)), bytes: atMost(MOST).nullable() }).partial().shape,
  })
  .meta({ examples: [{ entries: 50_000, requests: null }] });
export type ChangeQuotasInput = z.infer<typeof changeQuotasInput>;

export const projectQuotasSchema = z
  .object({
    own: ownQuotasSchema.meta({ description: 'What was set for this project.' }),
    limits: z.object(quotas(count)).meta({ description: 'The limits in force: its own, else those of the instance.' }),
  })
  .meta({
    id: 'ProjectQuotas',
    examples: [
      {
        own: { entries: 50_000, requests: null },
        limits: { entries: 50_000, people: 20, bytes: 10_000_000_000, requests: null },
      },
    ],
  });
export type ProjectQuotas = z.infer<typeof projectQuotasSchema>;

const deadJobSchema = z.object({ ...jobSchema.shape, project_id: projectIdSchema.nullable() });

export const operatingStateSchema = z
  .object({
    node_version: z.string(),
    database_version: z.string(),
    migration: z.string(),
    started_at: timeSchema,
    memory_bytes: count,
    database_bytes: count,
    storage_works: z.boolean(),
    redis_works: z.boolean().nullable().meta({ description: 'Null where limits are counted without Redis.' }),
    last_backup: z
      .object({ id: z.string(), at: timeSchema, faults: count })
      .nullable()
      .meta({ description: 'As `stele-server backup` noted it; null when none is known.' }),
    mirrors_behind: count,
    job_kinds: z.array(
      z.object({ kind: z.string(), waiting: count, running: count, dead: count, late_seconds: z.number() }),
    ),
    dead_jobs: z.array(deadJobSchema),
    projects: z.array(
      z.object({
        id: projectIdSchema,
        name: z.string(),
        entries: count,
        files: count,
        file_bytes: count,
        members: count,
        published_at: timeSchema.nullable(),
        quotas: projectQuotasSchema,
      }),
    ),
    recent_errors: z
      .array(z.object({ at: timeSchema, request_id: z.string(), route: z.string(), code: z.string() }))
      .meta({ description: 'Of the process that answers, since it started.' }),
  })
  .meta({
    id: 'OperatingState',
    examples: [
      {
        node_version: '24.11.0',
        database_version: '17.2',
        migration: '20261126120000_operators',
        started_at: '2026-11-21T08:02:00.000Z',
        memory_bytes: 240_000_000,
        database_bytes: 80_000_000,
        storage_works: true,
        redis_works: null,
        last_backup: { id: '20261126T033000000Z-1a2b3c', at: '2026-11-26T03:30:00.000Z', faults: 0 },
        mirrors_behind: 0,
        job_kinds: [],
        dead_jobs: [],
        projects: [],
        recent_errors: [],
      },
    ],
  });
export type OperatingState = z.infer<typeof operatingStateSchema>;
