import { z } from 'zod';
import { actorSchema, deployTargetIdSchema, projectIdSchema, timeSchema, wholeListOf } from '../../../api/wire.ts';
import { deploymentSchema } from '../deployments.schemas.ts';
import { targetKinds } from '../platforms/platforms.ts';

const nameSchema = z.string().trim().min(1).max(100);
const kindSchema = z.enum(targetKinds).meta({ description: 'The platform that builds the website.' });

export const environmentSchema = z
  .string()
  .regex(/^[\w.-]{1,64}$/, 'An environment has letters, digits, dots, hyphens and underscores, at most 64.')
  .meta({ description: 'The name that builds report. It assigns a build to its deploy target.' });

const quietSchema = z.int().min(0).max(3600).meta({
  description: 'Seconds without changes before a build starts. Each change starts them again, at most six times.',
});

const siteUrlSchema = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .nullable()
  .meta({
    description:
      'A URL of the website: a page with `<meta name="stele-snapshot">`, or any URL of a host with /.well-known/stele.json. ' +
      'It is checked after a build; null: no check.',
  });

const setting = (description: string) => z.string().min(1).max(500).meta({ description });

/** Settings of all kinds; which of them a target takes depends on its kind. */
const settings = {
  hook_url: setting('vercel, netlify, cloudflare: the URL that starts a build. A secret: responses show only its end.'),
  api_token: setting('vercel, netlify, cloudflare: a token that may read builds, to follow their outcome. A secret.'),
  token: setting('github: a token that may start workflows: Contents or Actions, write. A secret.'),
  branch: setting('netlify: the branch to build, instead of the hook’s own.'),
  clear_cache: z.boolean().meta({ description: 'netlify: builds without the cache.' }),
  site_id: setting('netlify: with `api_token`, the site.'),
  team_id: setting('vercel: with `api_token`, the team that the project belongs to.'),
  account_id: setting('cloudflare: with `api_token`, the account.'),
  project_name: setting('cloudflare: with `api_token`, the Pages project.'),
  api_url: setting('github: the API of a GitHub Enterprise server, `https://github.example.com/api/v3`.'),
  owner: setting('github: who owns the repository.'),
  repository: setting('github: its name.'),
  event: z.enum(['repository_dispatch', 'workflow_dispatch']).meta({
    description: 'github: how a build is started. Only `workflow_dispatch` returns the run that it starts.',
  }),
  event_type: setting('github: type of the `repository_dispatch`; the default is `stele-deployment`.').max(100),
  workflow: setting('github: file of the workflow that is dispatched.'),
  ref: setting('github: branch of the workflow that is dispatched.'),
};
const removable = <Shape extends Record<string, z.ZodType>>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, value.nullable().optional()])) as {
    [Key in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Key]>>;
  };

export const createTargetInput = z
  .strictObject({
    projectId: projectIdSchema,
    name: nameSchema,
    kind: kindSchema,
    config: z.strictObject(settings).partial(),
    site_url: siteUrlSchema.default(null),
    environment: environmentSchema.default('production'),
    quiet_seconds: quietSchema.default(10),
  })
  .meta({
    examples: [
      {
        name: 'Website',
        kind: 'netlify',
        config: { hook_url: 'https://api.netlify.com/build_hooks/66f2c1d0a9b8e7f6a5b4c3d2' },
        site_url: 'https://www.example.org/',
      },
    ],
  });
export type CreateTargetInput = z.infer<typeof createTargetInput>;

const targetShape = { projectId: projectIdSchema, targetId: deployTargetIdSchema };

export const updateTargetInput = z
  .strictObject({
    ...targetShape,
    name: nameSchema.optional(),
    config: z.strictObject(removable(settings)).optional().meta({
      description: 'Settings to change; settings that are not sent stay, null removes one.',
    }),
    site_url: siteUrlSchema.optional(),
    environment: environmentSchema.optional(),
    quiet_seconds: quietSchema.optional(),
    status: z.literal('paused').optional().meta({
      description: 'Stops sending. `resume` then sends the live snapshot.',
    }),
  })
  .meta({ examples: [{ quiet_seconds: 60 }] });
export type UpdateTargetInput = z.infer<typeof updateTargetInput>;

export const targetInput = z.strictObject(targetShape);

const factSchema = z.object({ sequence: z.int(), at: timeSchema });

export const targetSchema = z
  .object({
    id: deployTargetIdSchema,
    name: z.string(),
    kind: kindSchema,
    config: z.record(z.string(), z.union([z.string(), z.boolean()])).meta({
      description: 'Its settings. Secrets show only their host and end.',
    }),
    site_url: siteUrlSchema,
    environment: environmentSchema,
    quiet_seconds: quietSchema,
    status: z.enum(['active', 'paused']).meta({
      description: '`paused`: five deployments failed in a row, or someone paused it. Nothing is sent until `resume`.',
    }),
    consecutive_failures: z.int(),
    last_deployment: deploymentSchema.nullable(),
    built: factSchema
      .nullable()
      .meta({ description: 'The newest change that a successful build is known to include.' }),
    seen: factSchema.nullable().meta({ description: 'The newest change that the website was seen to show.' }),
    site_check: z
      .object({ at: timeSchema, error: z.string().nullable() })
      .nullable()
      .meta({ description: 'The last check of the website, and why it found no snapshot.' }),
    created_at: timeSchema,
    created_by: actorSchema,
    updated_at: timeSchema,
  })
  .meta({
    id: 'DeployTarget',
    examples: [
      {
        id: 'dpt_01kah51w3n5q8r2t6y9z4x7cbd',
        name: 'Website',
        kind: 'netlify',
        config: { hook_url: 'https://api.netlify.com/…c3d2' },
        site_url: 'https://www.example.org/',
        environment: 'production',
        quiet_seconds: 10,
        status: 'active',
        consecutive_failures: 0,
        last_deployment: null,
        built: null,
        seen: { sequence: 12, at: '2026-11-21T09:31:44.000Z' },
        site_check: { at: '2026-11-21T09:31:44.000Z', error: null },
        created_at: '2026-11-20T09:30:00.000Z',
        created_by: { type: 'user', id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada', email: 'ada@example.org' },
        updated_at: '2026-11-20T09:30:00.000Z',
      },
    ],
  });
export type TargetView = z.infer<typeof targetSchema>;

export const targetListSchema = wholeListOf(targetSchema).meta({ id: 'DeployTargetList' });
