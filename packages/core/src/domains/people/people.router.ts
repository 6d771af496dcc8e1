import { pageById } from '../../api/cursor.ts';
import { memberErrors, memberLimits } from '../members/members.names.ts';
import { resetLinkSchema } from '../members/members.schemas.ts';
import { operation, router } from '../operation.ts';
import { changePerson, createPersonResetLink, resetTwoFactor, signPersonOut } from './change-person.ts';
import { deletePerson, loadPersonDeletion } from './delete-person.ts';
import { personErrors } from './people.names.ts';
import * as schemas from './people.schemas.ts';
import { loadAccounts } from './people.store.ts';

export const peopleRouter = router({
  list: operation({
    method: 'GET',
    path: '/instance/people',
    summary: 'List all accounts',
    description: 'In the order in which they were made.',
    access: 'operator',
    input: schemas.listPeopleInput,
    output: schemas.accountPageSchema,
    run: ({ services }, { search = '', ...page }) =>
      pageById({ list: 'people', search }, page, (after, limit) =>
        loadAccounts(services.database.pool, search, after ?? '', limit),
      ),
  }),

  change: operation({
    method: 'PATCH',
    path: '/instance/people/{userId}',
    summary: 'Make someone an operator, or keep them out',
    description:
      'One of both at a time. A person who is kept out loses all sessions at once, and comes in by no way. An instance has an operator at least.',
    access: 'operator',
    errors: [memberErrors['member.not_found'], personErrors['instance.last_operator']],
    limits: [{ limit: 'project.change' }],
    audit: ['account.make_operator', 'account.remove_operator', 'account.block', 'account.unblock'],
    input: schemas.changePersonInput,
    output: schemas.accountSchema,
    run: changePerson,
  }),

  signOut: operation({
    method: 'POST',
    path: '/instance/people/{userId}/sign-out',
    summary: 'End all sessions of a person',
    description: 'Also those of the `stele` command. They can sign in again.',
    access: 'operator',
    errors: [memberErrors['member.not_found']],
    limits: [{ limit: 'project.change' }],
    audit: ['account.sign_out'],
    input: schemas.personInput,
    output: schemas.signedOutSchema,
    run: signPersonOut,
  }),

  resetTwoFactor: operation({
    method: 'POST',
    path: '/instance/people/{userId}/reset-two-factor',
    summary: "Remove a person's two-factor codes",
    description: 'For someone who has lost the app and the recovery codes. All their sessions end.',
    access: 'operator',
    errors: [memberErrors['member.not_found'], 'auth.two_factor_disabled'],
    limits: [{ limit: 'project.change' }],
    audit: ['account.reset_two_factor'],
    input: schemas.personInput,
    output: schemas.accountSchema,
    run: resetTwoFactor,
  }),

  createResetLink: operation({
    method: 'POST',
    path: '/instance/people/{userId}/reset-link',
    summary: "Create a link to reset a person's password",
    description: 'Works once, for 24 hours, and verifies the address: give it to the right person.',
    access: 'operator',
    status: 201,
    errors: [memberErrors['member.not_found'], memberErrors['member.reset_not_allowed']],
    limits: [{ limit: memberLimits['member.reset_link'] }],
    audit: ['account.create_reset_link'],
    input: schemas.personInput,
    output: resetLinkSchema,
    run: createPersonResetLink,
  }),

  deletion: operation({
    method: 'GET',
    path: '/instance/people/{userId}/deletion',
    summary: 'Read what deleting a person means',
    description: 'What would end, what would stay, and how many records have their name. Deletes nothing.',
    access: 'operator',
    errors: [memberErrors['member.not_found']],
    input: schemas.personInput,
    output: schemas.personDeletionSchema,
    run: loadPersonDeletion,
  }),

  delete: operation({
    method: 'DELETE',
    path: '/instance/people/{userId}',
    summary: 'Delete a person for good',
    description:
      'Their account ends at once. Their content stays; records and archives soon say “Deleted person” instead of ' +
      'their name. Backups keep it.',
    access: 'operator',
    errors: [memberErrors['member.not_found'], memberErrors['member.last_owner']],
    limits: [{ limit: 'project.change' }],
    audit: ['instance.delete_person'],
    input: schemas.deletePersonInput,
    output: schemas.personDeletionSchema,
    run: deletePerson,
  }),
});
