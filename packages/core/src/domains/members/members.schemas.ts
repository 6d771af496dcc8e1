import { z } from 'zod';
import { projectIdSchema, timeSchema, userIdSchema, wholeListOf } from '../../api/wire.ts';
import { groupRolesSchema, limitsSchema, roleListSchema, roleSchema } from '../projects/roles.schemas.ts';

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
