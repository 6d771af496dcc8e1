import { boundedArray } from '@stele/schema';
import { z } from 'zod';
import { localeSchema, projectIdSchema, timeSchema, wholeListOf } from '../../api/wire.ts';
import { customRolesSchema, groupRolesSchema, limitsSchema, permissionsSchema, roleSchema } from './roles.schemas.ts';

const nameSchema = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ examples: ['Field notes'] });
const localesSchema = boundedArray(localeSchema, { min: 1, max: 200 })
  .refine(
    (locales) => new Set(locales.map((locale) => locale.toLowerCase())).size === locales.length,
    'A locale is named twice.',
  )
  .meta({ examples: [['en', 'de']] });

/** Whether an address can be the one that paths are appended to. */
function isSiteAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const isPlain = /^https?:$/.test(protocol) && /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])$/.test(hostname);
  return isPlain && `${username}${password}${search}${hash}` === '' && !/[?#]/.test(text);
}

const previewSiteSchema = z.strictObject({
  name: z.string().trim().min(1).max(60),
  url: z
    .string()
    .max(500)
    .refine(isSiteAddress, 'A site has an address such as https://www.example.org, without a query.'),
});
const previewSitesSchema = boundedArray(previewSiteSchema, { max: 10 })
  .refine((sites) => new Set(sites.map(({ url }) => url)).size === sites.length, 'A site is named twice.')
  .meta({
    id: 'PreviewSites',
    description: 'Websites that the editor shows an entry on.',
    examples: [[{ name: 'Website', url: 'https://www.example.org' }]],
  });

const example = {
  id: 'prj_01kah4xk6b3r5w0c9zq2m7d8ef',
  name: 'Field notes',
  slug: 'field-notes',
  default_locale: 'en',
  locales: ['en', 'de'],
  preview_sites: [],
  requires_two_factor: false,
  role: 'viewer' as const,
  permissions: ['entry.read'],
  limits: {},
  created_at: '2026-11-21T09:00:00.000Z',
};

export const projectSchema = z
  .object({
    id: projectIdSchema,
    name: z.string(),
    slug: z.string(),
    default_locale: z.string(),
    locales: z.array(z.string()),
    preview_sites: previewSitesSchema,
    requires_two_factor: z.boolean().meta({ description: 'Whether members need two-factor codes to get in.' }),
    role: roleSchema.nullable().meta({ description: 'Your role; null for a token.' }),
    permissions: permissionsSchema,
    limits: limitsSchema,
    created_at: timeSchema,
  })
  .meta({ id: 'Project', examples: [example] });
export type ProjectView = z.infer<typeof projectSchema>;

export const checkPageInput = z.strictObject({
  projectId: projectIdSchema,
  url: z
    .string()
    .max(2000)
    .meta({ description: 'A page of one of `preview_sites`.', examples: ['https://www.example.org/blog/heron'] }),
});
export type CheckPageInput = z.infer<typeof checkPageInput>;

export const pageCheckSchema = z
  .object({
    status: z.int().nullable().meta({ description: 'Of the answer; null if there was none.' }),
    refused_by: z.string().nullable().meta({ description: 'The header that forbids the frame; null if none does.' }),
    opens_drafts: z.boolean().meta({
      description:
        'Whether the website shows drafts to those who open `/api/draft` with its secret; false for a page that may not be framed.',
    }),
    error: z.string().nullable().meta({ description: 'Why the page could not be requested.' }),
  })
  .meta({
    id: 'PageCheck',
    examples: [{ status: 200, refused_by: 'X-Frame-Options: DENY', opens_drafts: false, error: null }],
  });
export type PageCheck = z.infer<typeof pageCheckSchema>;

const usedOf = z.object({
  used: z.int().nullable().meta({ description: 'Null when it is not counted.' }),
  limit: z.int().nullable().meta({ description: 'Null for no limit.' }),
});

export const projectUsageSchema = z
  .object({
    entries: usedOf.meta({ description: 'Entries outside of the trash.' }),
    people: usedOf.meta({ description: 'Members and open invitations.' }),
    bytes: usedOf.meta({ description: 'As `GET …/storage` has them, in one number.' }),
    requests: usedOf.meta({ description: 'Requests of tokens in a day.' }),
  })
  .meta({
    id: 'ProjectUsage',
    examples: [
      {
        entries: { used: 812, limit: 10_000 },
        people: { used: 4, limit: 20 },
        bytes: { used: 109_131_764, limit: 10_000_000_000 },
        requests: { used: null, limit: null },
      },
    ],
  });
export type ProjectUsage = z.infer<typeof projectUsageSchema>;

const countsOfProject = ['entries', 'snapshots', 'files', 'people', 'tokens', 'deploy_targets', 'webhooks'] as const;

export const projectDeletionSchema = z
  .object({
    ...(Object.fromEntries(countsOfProject.map((name) => [name, z.int()])) as Record<
      (typeof countsOfProject)[number],
      z.ZodInt
    >),
    bytes: z.int().meta({ description: 'Of files, snapshots not included.' }),
  })
  .meta({
    id: 'ProjectDeletion',
    examples: [
      {
        entries: 812,
        snapshots: 130,
        files: 96,
        people: 4,
        tokens: 2,
        deploy_targets: 1,
        webhooks: 0,
        bytes: 109_131_764,
      },
    ],
  });
export type ProjectDeletion = z.infer<typeof projectDeletionSchema>;

export const listProjectsInput = z.strictObject({});
export const projectListSchema = wholeListOf(projectSchema).meta({ id: 'ProjectList' });

export const createProjectInput = z
  .strictObject({
    name: nameSchema,
    slug: z
      .string()
      .max(64, { abort: true })
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'A slug has only lower-case letters, digits and single hyphens.')
      .optional()
      .meta({ description: 'The default is made from the name.' }),
    locales: localesSchema.default(['en']),
    default_locale: localeSchema.optional().meta({ description: 'The default is the first of `locales`.' }),
  })
  .meta({ examples: [{ name: 'Field notes', locales: ['en', 'de'] }] });
export type CreateProjectInput = z.infer<typeof createProjectInput>;

/** A list as the caller saw it. */
const seen = <List extends z.ZodType>(list: List) =>
  list.optional().meta({ description: 'The list that you saw. If it has changed since, nothing is done.' });

export const updateProjectInput = z
  .strictObject({
    projectId: projectIdSchema,
    name: nameSchema.optional(),
    locales: localesSchema.optional(),
    base_locales: seen(localesSchema),
    default_locale: localeSchema.optional(),
    preview_sites: previewSitesSchema.optional(),
    base_preview_sites: seen(previewSitesSchema),
    roles: customRolesSchema.optional(),
    base_roles: seen(customRolesSchema),
    requires_two_factor: z
      .boolean()
      .optional()
      .meta({ description: 'Keeps members without two-factor codes out. Only by an owner who has them.' }),
    group_roles: groupRolesSchema.optional(),
    base_group_roles: seen(groupRolesSchema),
  })
  .meta({ examples: [{ locales: ['en', 'de', 'fr'], base_locales: ['en', 'de'] }] });
export type UpdateProjectInput = z.infer<typeof updateProjectInput>;

export const deleteProjectInput = z
  .strictObject({
    projectId: projectIdSchema,
    confirm_name: z.string().max(200).meta({ description: 'The exact name of the project.' }),
  })
  .meta({ examples: [{ confirm_name: 'Field notes' }] });
