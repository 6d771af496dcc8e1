import { feature } from '../../../src/domains/feature.ts';
import { removing } from '../../../src/jobs/handler.ts';
import { withContent, withinProject } from '../../../src/platform/database/tables.ts';
import { noteActions, noteErrors, noteLimits } from './notes.names.ts';
import { notesRouter } from './notes.router.ts';
import { deleteEmptyNotes } from './notes.store.ts';

export const notesFeature = feature({
  name: 'notes',
  operations: notesRouter,
  tag: 'Notes',
  about: 'What people write down.',
  limits: noteLimits,
  errors: noteErrors,
  audit: noteActions,
  eventsOf: { note: { subject: 'note_id', forPeopleOnly: true } },
  tables: { notes: { people: ['author'], ...withinProject, ...withContent } },
  jobs: [
    removing(
      'remove-empty-notes',
      60_000,
      async ({ database }) => ({ notes: await deleteEmptyNotes(database.pool) }),
      'removed empty notes',
    ),
  ],
});
