import { z } from 'zod';
import { cursorSchema, limitSchema, pageOf, projectIdSchema, timeSchema, userIdSchema } from '../../api/wire.ts';

const count = z.int();
const account = { id: userIdSchema, name: z.string(), email: z.string() };

export const listPeopleInput = z.strictObject({
  search: z.string().max(200).optional().meta({ description: 'A part of the name or of the email address.' }),
  limit: limitSchema,
  cursor: cursorSchema,
});
export type ListPeopleInput = z.infer<typeof listPeopleInput>;

export const accountSchema = z
  .object({
    ...account,
    projects: count,
    operator: z.boolean(),
    email_verified: z.boolean(),
    two_factor: z.boolean().meta({ description: 'Whether signing in with the password asks for a code.' }),
    blocked: z.boolean().meta({ description: 'Whether an operator keeps them out.' }),
    deactivated: z.boolean().meta({ description: "Whether an operator or a provider's directory deactivated them." }),
    created_at: timeSchema,
  })
  .meta({
    id: 'Account',
    examples: [
      {
        id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn',
        name: 'Ada Lovelace',
        email: 'ada@example.org',
        projects: 2,
        operator: false,
        email_verified: true,
        two_factor: true,
        blocked: false,
        deactivated: false,
        created_at: '2026-11-21T09:00:00.000Z',
      },
    ],
  });
export type AccountView = z.infer<typeof accountSchema>;
export const accountPageSchema = pageOf(accountSchema).meta({ id: 'AccountPage' });
export type AccountPage = z.infer<typeof accountPageSchema>;

export const personInput = z.strictObject({ userId: userIdSchema });
export type PersonInput = z.infer<typeof personInput>;
export const changePersonInput = z
  .strictObject({
    userId: userIdSchema,
    operator: z.boolean().optional().meta({ description: 'Whether they operate the instance.' }),
    blocked: z.boolean().optional().meta({ description: 'Whether they are kept out.' }),
  })
  .meta({ examples: [{ blocked: true }] });
export type ChangePersonInput = z.infer<typeof changePersonInput>;
export const signedOutSchema = z.object({ ended: count }).meta({ id: 'EndedSessions', examples: [{ ended: 2 }] });
export const deletePersonInput = z
  .strictObject({
    userId: userIdSchema,
    confirm_email: z.string().max(320).meta({ description: 'Their exact email address.' }),
  })
  .meta({ examples: [{ confirm_email: 'ada@example.org' }] });
export type DeletePersonInput = z.infer<typeof deletePersonInput>;

/** The kinds of records that hold a person's name. */
export const placesOfNames = ['entries', 'versions', 'comments', 'files', 'records'] as const;

export const personDeletionSchema = z
  .object({
    ...account,
    names: z
      .object(
        Object.fromEntries(placesOfNames.map((place) => [place, count])) as Record<
          (typeof placesOfNames)[number],
          typeof count
        >,
      )
      .meta({
        description: 'Rows whose author becomes “Deleted person”; `records` counts audit records and all others.',
      }),
    ends: z
      .object({ memberships: count, sessions: count, passkeys: count, invitations: count, preview_links: count })
      .meta({ description: 'What is gone at once.' }),
    stays: z.object({ tokens: count }).meta({ description: 'Tokens of projects that they made still work.' }),
    only_owner_of: z
      .array(z.object({ id: projectIdSchema, name: z.string() }))
      .meta({ description: 'Projects that need another owner first; 100 at most.' }),
  })
  .meta({
    id: 'PersonDeletion',
    examples: [
      {
        id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn',
        name: 'Ada Lovelace',
        email: 'ada@example.org',
        names: { entries: 40, versions: 312, comments: 9, files: 12, records: 388 },
        ends: { memberships: 2, sessions: 1, passkeys: 1, invitations: 0, preview_links: 0 },
        stays: { tokens: 1 },
        only_owner_of: [],
      },
    ],
  });
export type PersonDeletion = z.infer<typeof personDeletionSchema>;
