import { boundedArray, boundedRecord } from '@stele/schema';
import { z } from 'zod';
import { isGrantable, roles } from '../../access/permissions.ts';
import { collectionKeySchema, localeSchema } from '../../api/wire.ts';

/** The most roles that a project defines. */
const MAX_ROLES = 20;

export const roleSchema = z
  .string()
  .min(1)
  .max(40)
  .meta({ id: 'Role', description: 'Of every project, or defined by this one.', examples: ['editor'] });

/** The limits of a member's role. */
export const limitsSchema = z
  .strictObject({
    collections: boundedArray(collectionKeySchema, { max: 200 })
      .optional()
      .meta({ description: 'May change and publish only these.' }),
    locales: boundedArray(localeSchema, { max: 200 }).optional().meta({ description: 'The same for locales.' }),
    reads: boundedArray(collectionKeySchema, { max: 200 })
      .optional()
      .meta({ description: 'May read drafts of these only.' }),
  })
  .meta({ id: 'MemberLimits', examples: [{ locales: ['de'] }] });

/** A person's permissions, for clients to show. */
export const permissionsSchema = z.array(z.string()).meta({ id: 'Permissions' });

/** The roles that a project defines, by key: what they may do besides what viewers may. */
export const customRolesSchema = boundedRecord(
  z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'A key has lower-case letters, digits and _, and begins with a letter.')
    .refine((key) => !roles.some((role) => role === key), 'Every project has this role. Choose another key.'),
  z.strictObject({
    name: z.string().trim().min(1).max(60),
    permissions: boundedArray(z.string().refine(isGrantable, 'No role can have this permission.'), {
      max: 50,
    }),
  }),
  MAX_ROLES,
);

const groupRoleSchema = z.strictObject({
  provider: z
    .string()
    .min(1)
    .max(30)
    .meta({ description: 'One of `STELE_SSO`.', examples: ['acme'] }),
  group: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .meta({ examples: ['cms-editors'] }),
  role: roleSchema,
});

/** Which groups of providers have which roles. */
export const groupRolesSchema = boundedArray(groupRoleSchema, { max: 100 })
  .refine(
    (list) => new Set(list.map(({ provider, group }) => `${provider} ${group}`)).size === list.length,
    'A group is named twice.',
  )
  .meta({
    id: 'GroupRoles',
    description: 'Roles that groups of providers give at sign-in. Of the groups that someone is in, the first counts.',
    examples: [[{ provider: 'acme', group: 'cms-editors', role: 'editor' }]],
  });
export type GroupRole = z.infer<typeof groupRoleSchema>;

/** The roles of a project. */
export const roleListSchema = z
  .array(
    z.object({
      role: roleSchema,
      name: z.string().nullable(),
      permissions: permissionsSchema,
    }),
  )
  .meta({ id: 'RoleList' });
export type RoleList = z.infer<typeof roleListSchema>;
