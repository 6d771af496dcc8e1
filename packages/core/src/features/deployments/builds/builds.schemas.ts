import { z } from 'zod';
import { deploymentIdSchema, deployTargetIdSchema, projectIdSchema, snapshotIdSchema } from '../../../api/wire.ts';
import { environmentSchema } from '../targets/targets.schemas.ts';

export const reportBuildInput = z
  .strictObject({
    projectId: projectIdSchema,
    deployment_id: deploymentIdSchema.optional().meta({
      description: 'The deployment that started the build, if the build knows it.',
    }),
    snapshot_id: snapshotIdSchema.meta({ description: 'The snapshot that the build read.' }),
    phase: z.enum(['started', 'finished', 'failed']).meta({
      description: '`finished`: the build succeeded. The website may not show it yet.',
    }),
    environment: environmentSchema.default('production'),
  })
  .meta({
    examples: [{ snapshot_id: 'snap_01kah4zc7m2e8q5k3v1f6r9wtb', phase: 'finished', environment: 'production' }],
  });
export type ReportBuildInput = z.infer<typeof reportBuildInput>;

export const buildReportSchema = z
  .object({
    target_id: deployTargetIdSchema.nullable().meta({
      description: 'The deploy target that the report is about; null when none matches, or more than one.',
    }),
  })
  .meta({ id: 'BuildReport', examples: [{ target_id: 'dpt_01kah51w3n5q8r2t6y9z4x7cbd' }] });
export type BuildReport = z.infer<typeof buildReportSchema>;
