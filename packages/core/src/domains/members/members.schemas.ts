import { boundedArray, boundedRecord } from '@stele/schema';
import { z } from 'zod';
import { isGrantable, roles } from '../../access/permissions.ts';
import {
  collectionKeySchema,
  localeSchema,
  projectIdSchema,
  timeSchema,
  userIdSchema,
  wholeListOf,
} from '../../api/wire.ts';

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

export const memberSchema = z
  .object({
    user_id: userIdSchema,
    name: z.string(),
    email: z.string(),
    role: roleSchema,
    limits: limitsSchema,
    by_group: z.string().nullable().meta({ description: 'The group that gave the role; null if a person did.' }),
    deactivated: z.boolean().meta({ description: "Whether a provider's directory keeps them out." }),
    created_at: timeSchema,
  })
  .meta({
    id: 'Member',
    examples: [
      {
        user_id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn',
        name: 'Ada Lovelace',
        email: 'ada@example.org',
        role: 'editor',
        limits: { locales: ['de'] },
        by_group: null,
        deactivated: false,
        created_at: '2026-11-21T09:00:00.000Z',
      },
    ],
  });
export type MemberView = z.infer<typeof memberSchema>;
export const memberListSchema = wholeListOf(memberSchema)
  .extend({
    roles: roleListSchema,
    without_two_factor: z
      .array(userIdSchema)
      .nullable()
      .meta({ description: 'Members without two-factor codes; null unless you manage members.' }),
    unverified: z
      .array(userIdSchema)
      .nullable()
      .meta({ description: "Members whose addresses aren't verified; null unless you manage members." }),
    group_roles: groupRolesSchema.nullable().meta({ description: 'Null unless you manage members.' }),
  })
  .meta({ id: 'MemberList' });

const member = { projectId: projectIdSchema, userId: userIdSchema };
export const updateMemberInput = z
  .strictObject({
    ...member,
    role: roleSchema.optional(),
    limits: limitsSchema.optional(),
    base: z
      .strictObject({ role: roleSchema, limits: limitsSchema })
      .optional()
      .meta({ description: 'What you saw. If it has changed since, nothing is done.' }),
  })
  .meta({ examples: [{ role: 'editor' }] });
export type UpdateMemberInput = z.infer<typeof updateMemberInput>;
export const memberInput = z.strictObject(member);

export const resetLinkSchema = z
  .object({
    reset_url: z.url().meta({ description: 'Give this link to the person. It is shown only once.' }),
    expires_at: timeSchema,
  })
  .meta({
    id: 'ResetLink',
    examples: [
      { reset_url: 'https://admin.example.org/reset-password#secret', expires_at: '2026-11-22T09:00:00.000Z' },
    ],
  });
export type ResetLink = z.infer<typeof resetLinkSchema>;
