import { z } from 'zod';
import { emailSchema, passwordSchema, personNameSchema } from '../../../access/person.schemas.ts';
import { invitationIdSchema, projectIdSchema, timeSchema, wholeListOf } from '../../../api/wire.ts';
import { limitsSchema, roleSchema } from '../../projects/roles.schemas.ts';

const shape = {
  id: invitationIdSchema,
  email: z.string(),
  role: roleSchema,
  limits: limitsSchema,
  invited_by: z.object({ id: z.string(), name: z.string(), email: z.string().optional() }),
  created_at: timeSchema,
  expires_at: timeSchema,
};
const example = {
  id: 'inv_01kah512x5c8z7b9j4n6g3ysqm',
  email: 'grace@example.org',
  role: 'editor' as const,
  limits: {},
  invited_by: { id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada Lovelace', email: 'ada@example.org' },
  created_at: '2026-11-21T09:00:00.000Z',
  expires_at: '2026-11-28T09:00:00.000Z',
};

export const invitationSchema = z.object(shape).meta({ id: 'Invitation', examples: [example] });
export type InvitationView = z.infer<typeof invitationSchema>;

export const newInvitationSchema = z
  .object({
    ...shape,
    accept_url: z.url().meta({ description: 'Give this link to the person. It is shown only once.' }),
  })
  .meta({
    id: 'NewInvitation',
    examples: [{ ...example, accept_url: 'https://admin.example.org/invitations/accept#secret' }],
  });

export const invitationListSchema = wholeListOf(invitationSchema).meta({ id: 'InvitationList' });

export const createInvitationInput = z
  .strictObject({
    projectId: projectIdSchema,
    email: emailSchema,
    role: roleSchema,
    limits: limitsSchema.default({}),
  })
  .meta({ examples: [{ email: 'grace@example.org', role: 'editor' }] });
export type CreateInvitationInput = z.infer<typeof createInvitationInput>;
export const revokeInvitationInput = z.strictObject({ projectId: projectIdSchema, invitationId: invitationIdSchema });

const secretSchema = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'The part of the link after #.', examples: ['8f2c…'] });

export const previewInvitationInput = z
  .strictObject({ secret: secretSchema })
  .meta({ examples: [{ secret: '8f2c1a' }] });

export const invitationPreviewSchema = z
  .object({
    project_name: z.string(),
    role: roleSchema,
    email: z.string().meta({ description: 'Email address of the invited person.' }),
    invited_by: z.string().meta({ description: 'Name of the inviter.' }),
    has_account: z.literal(true).nullable().meta({
      description: 'True for the invited person who is signed in; no one else is told whether there is an account.',
    }),
    expires_at: timeSchema,
  })
  .meta({
    id: 'InvitationPreview',
    examples: [
      {
        project_name: 'Field notes',
        role: 'editor',
        email: example.email,
        invited_by: 'Ada Lovelace',
        has_account: null,
        expires_at: example.expires_at,
      },
    ],
  });
export type InvitationPreview = z.infer<typeof invitationPreviewSchema>;

export const acceptInvitationInput = z
  .strictObject({
    secret: secretSchema,
    name: personNameSchema.optional(),
    password: passwordSchema.optional(),
  })
  .meta({ examples: [{ secret: '8f2c1a', name: 'Grace Hopper', password: 'correct horse battery' }] });
export type AcceptInvitationInput = z.infer<typeof acceptInvitationInput>;

export const acceptedInvitationSchema = z
  .object({ project_id: projectIdSchema, user_id: z.string(), email: z.string(), role: roleSchema })
  .meta({
    id: 'AcceptedInvitation',
    examples: [
      {
        project_id: 'prj_01kah4xk6b3r5w0c9zq2m7d8ef',
        user_id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn',
        email: 'grace@example.org',
        role: 'editor',
      },
    ],
  });
export type AcceptedInvitation = z.infer<typeof acceptedInvitationSchema>;
