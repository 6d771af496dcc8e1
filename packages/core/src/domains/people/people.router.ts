import { pageById } from '../../api/cursor.ts';
import { operation, router } from '../operation.ts';
import { deletePerson, loadPersonDeletion } from './delete-person.ts';
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

  deletion: operation({
    method: 'GET',
    path: '/instance/people/{userId}/deletion',
    summary: 'Read what deleting a person means',
    description: 'What would end, what would stay, and how many records have their name. Deletes nothing.',
    access: 'operator',
    errors: ['member.not_found'],
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
    errors: ['member.not_found', 'member.last_owner'],
    limits: [{ name: 'project.change' }],
    audit: ['instance.delete_person'],
    input: schemas.deletePersonInput,
    output: schemas.personDeletionSchema,
    run: deletePerson,
  }),
});
