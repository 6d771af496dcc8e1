import { operation, router } from '../../../domains/operation.ts';
import { translationErrors } from '../translations.names.ts';
import { cancelRun, getRun, listRunEntries, listRuns, startRun, undoRun } from './change-run.ts';
import { translationRunActions, translationRunErrors, translationRunLimits } from './translation-runs.names.ts';
import * as schemas from './translation-runs.schemas.ts';

const path = '/projects/{projectId}/translation-runs';

export const translationRunsRouter = router({
  start: operation({
    method: 'POST',
    path,
    summary: 'Translate many entries by machine',
    description:
      'A job has them translated one by one, with the rights that you have at that time, and saves drafts. Nothing is published. It ' +
      'waits when `translation.run_entry` is used up.',
    access: 'entry.write',
    status: 201,
    idempotent: true,
    errors: [translationErrors['translation.no_service'], translationRunErrors['translation.run_limit_reached']],
    limits: [{ limit: translationRunLimits['translation.run'] }],
    audit: [translationRunActions['translation.start_run']],
    input: schemas.startRunInput,
    output: schemas.runSchema,
    run: startRun,
  }),

  list: operation({
    method: 'GET',
    path,
    summary: 'List translation runs',
    description: 'Those of all members and tokens, newest first. A run is kept for 30 days after it ends.',
    access: 'entry.write',
    input: schemas.listRunsInput,
    output: schemas.runPageSchema,
    run: listRuns,
  }),

  get: operation({
    method: 'GET',
    path: `${path}/{runId}`,
    summary: 'Read a translation run',
    description: 'How far it is.',
    access: 'entry.write',
    errors: [translationRunErrors['translation.run_not_found']],
    input: schemas.runTarget,
    output: schemas.runSchema,
    run: getRun,
  }),

  listEntries: operation({
    method: 'GET',
    path: `${path}/{runId}/entries`,
    summary: 'List the entries of a translation run',
    description: 'What became of each, in the order of the run.',
    access: 'entry.write',
    errors: [translationRunErrors['translation.run_not_found']],
    input: schemas.listRunEntriesInput,
    output: schemas.runEntryPageSchema,
    run: listRunEntries,
  }),

  cancel: operation({
    method: 'POST',
    path: `${path}/{runId}/cancel`,
    summary: 'Stop a translation run',
    description:
      'What is translated stays. An entry that is being translated is not saved. To stop the run of another person or token needs ' +
      '`project.update`.',
    access: 'entry.write',
    errors: [translationRunErrors['translation.run_not_found']],
    limits: [{ limit: translationRunLimits['translation.run'] }],
    audit: [translationRunActions['translation.cancel_run']],
    input: schemas.runTarget,
    output: schemas.runSchema,
    run: cancelRun,
  }),

  undo: operation({
    method: 'POST',
    path: `${path}/{runId}/undo`,
    summary: 'Take a translation run back',
    description:
      'A job makes entries what they were before the run. Those whose translated texts someone has changed or checked since stay, and ' +
      'have the result `kept`. A run that is under way stops. It is done with your rights; to take back the run of another person ' +
      'or token needs `project.update`.',
    access: 'entry.write',
    errors: [translationRunErrors['translation.run_not_found']],
    limits: [{ limit: translationRunLimits['translation.run'] }],
    audit: [translationRunActions['translation.undo_run']],
    input: schemas.runTarget,
    output: schemas.runSchema,
    run: undoRun,
  }),
});
