import { entryLimits } from '../../domains/entries/entries.names.ts';
import { operation, router } from '../../domains/operation.ts';
import { entryActions } from '../../entries/entry.names.ts';
import { importEntries } from './import-entries.ts';
import { importEntriesInput, importedEntriesSchema } from './imports.schemas.ts';

export const importsRouter = router({
  entries: operation({
    method: 'POST',
    path: '/projects/{projectId}/entries/import',
    summary: 'Create many entries by their external_ids',
    description:
      'Creates up to 200 entries in one transaction, and publishes those that say so in one snapshot afterwards. Each entry has ' +
      'its own result: one that is refused stops no other. Sent again, it creates nothing twice, and publishes what was left. ' +
      'Counts as one publish, and each new entry towards the limit of imports.',
    access: 'entry.write',
    errors: ['entry.limit_reached'],
    limits: [
      { limit: entryLimits['entry.import'], byVerb: true },
      { limit: entryLimits['entry.save_draft'], byVerb: true },
      { limit: entryLimits['entry.publish'], when: ({ entries }) => entries.some(({ publish }) => publish) },
    ],
    audit: [entryActions['entry.create'], entryActions['entry.save'], entryActions['entry.publish']],
    input: importEntriesInput,
    output: importedEntriesSchema,
    run: importEntries,
  }),
});
