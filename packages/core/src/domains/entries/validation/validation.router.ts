import { underCurrentRules } from '../../../entries/current-rules.store.ts';
import { operation } from '../../operation.ts';
import { validateEntry } from './validate-entry.ts';
import { validateEntryInput, validationResultSchema } from './validation.schemas.ts';

/** Checks that write nothing; part of the entries' router. */
export const validationProcedures = {
  validate: operation({
    method: 'POST',
    path: '/projects/{projectId}/entries/validate',
    summary: 'Check a save and a publish without writing',
    description:
      'Answers what creating, saving and publishing would refuse and warn of, by the code that they run themselves. Nothing ' +
      'is written. Without `values` it checks the draft that is there, for a publish.',
    access: 'entry.write',
    errors: ['entry.not_found'],
    limits: [{ name: 'entry.validate' }],
    audit: [],
    input: validateEntryInput,
    output: validationResultSchema,
    run: underCurrentRules(validateEntry),
  }),
};
