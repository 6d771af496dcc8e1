import { z } from 'zod';
import {
  cursorSchema,
  deploymentIdSchema,
  deployTargetIdSchema,
  entryIdSchema,
  limitSchema,
  pageOf,
  projectIdSchema,
  snapshotIdSchema,
  timeSchema,
} from '../../api/wire.ts';

const statuses = ['queued', 'sending', 'triggered', 'failed', 'superseded'] as const;
const statusSchema = z.enum(statuses).meta({
  description:
    '`queued`: waits for the end of the quiet time, or for its next attempt. `triggered`: the platform accepted it. ' +
    '`superseded`: a newer one was sent instead.',
});
const sequenceSchema = z
  .int()
  .meta({ description: 'Number of the change of live content; each change has a higher one.' });

const attemptSchema = z.object({
  at: timeSchema,
  status: z.int().nullable().meta({ description: 'HTTP status of the response; null without one.' }),
  duration_ms: z.int(),
  error: z.string().nullable().meta({ description: 'Why it failed; null after a success.' }),
});

const buildSchema = z
  .object({
    state: z.enum(['building', 'built', 'failed']),
    url: z.string().nullable().meta({ description: 'Where the platform shows the build.' }),
    error: z.string().nullable(),
  })
  .meta({ description: 'What the platform, or the build itself, reports.' });

export const deploymentSchema = z
  .object({
    id: deploymentIdSchema,
    target_id: deployTargetIdSchema,
    snapshot_id: snapshotIdSchema.nullable().meta({ description: 'Null in a test before anything was published.' }),
    sequence: sequenceSchema,
    reason: z.enum([
      'publish',
      'unpublish',
      'republish',
      'delete',
      'order',
      'asset',
      'schema',
      'locales',
      'restore',
      'resume',
      'test',
    ]),
    status: statusSchema,
    attempts: z.array(attemptSchema),
    due_at: timeSchema.nullable().meta({ description: 'When it is due to be sent; null once it was sent.' }),
    created_at: timeSchema,
    finished_at: timeSchema.nullable(),
    published_at: timeSchema.nullable().meta({ description: 'When the change went live.' }),
    triggered_at: timeSchema.nullable().meta({ description: 'When the platform accepted it.' }),
    build: buildSchema.nullable().meta({ description: 'Null while nothing is known.' }),
    built_at: timeSchema.nullable().meta({ description: 'When a build that includes it was known to have succeeded.' }),
    seen_at: timeSchema
      .nullable()
      .meta({ description: 'When the website was first seen to show this change or a later one.' }),
  })
  .meta({
    id: 'Deployment',
    examples: [
      {
        id: 'dep_01kah520h7k4m9p3s6v8w2xqjf',
        target_id: 'dpt_01kah51w3n5q8r2t6y9z4x7cbd',
        snapshot_id: 'snap_01kah4zc7m2e8q5k3v1f6r9wtb',
        sequence: 12,
        reason: 'publish',
        status: 'triggered',
        attempts: [{ at: '2026-11-21T09:30:10.000Z', status: 200, duration_ms: 212, error: null }],
        due_at: null,
        created_at: '2026-11-21T09:30:00.000Z',
        finished_at: '2026-11-21T09:30:10.212Z',
        published_at: '2026-11-21T09:30:00.000Z',
        triggered_at: '2026-11-21T09:30:10.212Z',
        build: { state: 'built', url: 'https://github.com/acme/site/actions/runs/1', error: null },
        built_at: '2026-11-21T09:31:40.000Z',
        seen_at: '2026-11-21T09:31:44.000Z',
      },
    ],
  });
export type Deployment = z.infer<typeof deploymentSchema>;

export const deploymentPageSchema = pageOf(deploymentSchema).meta({ id: 'DeploymentPage' });

export const listDeploymentsInput = z.strictObject({
  projectId: projectIdSchema,
  target_id: deployTargetIdSchema.optional(),
  status: statusSchema.optional(),
  limit: limitSchema,
  cursor: cursorSchema,
});
export type ListDeploymentsInput = z.infer<typeof listDeploymentsInput>;

export const getDeploymentInput = z.strictObject({ projectId: projectIdSchema, deploymentId: deploymentIdSchema });
export const followEntryInput = z.strictObject({ projectId: projectIdSchema, entryId: entryIdSchema });

const factSchema = z.object({ at: timeSchema });

export const entryLiveSchema = z
  .object({
    entry_id: entryIdSchema,
    published: z
      .object({ sequence: sequenceSchema, snapshot_id: snapshotIdSchema, at: timeSchema })
      .nullable()
      .meta({ description: "The last change of the entry's published content; null when there was none." }),
    targets: z.array(
      z.object({
        target_id: deployTargetIdSchema,
        name: z.string(),
        status: z.enum(['active', 'paused']),
        triggered: factSchema.nullable().meta({ description: 'The platform accepted a request to build the change.' }),
        built: factSchema.nullable().meta({ description: 'A build that includes the change succeeded.' }),
        seen: factSchema.nullable().meta({ description: 'The website was seen to show the change.' }),
        can_be_seen: z
          .boolean()
          .meta({ description: 'Whether the target has a `site_url`, at which the website is checked.' }),
        deployment: deploymentSchema
          .nullable()
          .meta({ description: 'The newest deployment that includes the change; null when there is none.' }),
        site_check: z
          .object({ at: timeSchema, error: z.string().nullable() })
          .nullable()
          .meta({ description: 'The last check of the website, and why it found no snapshot.' }),
      }),
    ),
  })
  .meta({
    id: 'EntryLive',
    description: "The progress of the last change of an entry's live content.",
    examples: [
      {
        entry_id: 'ent_01kah4y2v8n6t4s1xj0p9g3hqa',
        published: { sequence: 12, snapshot_id: 'snap_01kah4zc7m2e8q5k3v1f6r9wtb', at: '2026-11-21T09:30:00.000Z' },
        targets: [
          {
            target_id: 'dpt_01kah51w3n5q8r2t6y9z4x7cbd',
            name: 'Website',
            status: 'active',
            triggered: { at: '2026-11-21T09:30:10.212Z' },
            built: null,
            seen: null,
            can_be_seen: true,
            deployment: null,
            site_check: null,
          },
        ],
      },
    ],
  });
export type EntryLive = z.infer<typeof entryLiveSchema>;
