import { operation, router } from '../../domains/operation.ts';
import { readProblems, readStart } from './read-start.ts';
import { startLimits } from './start.names.ts';
import * as schemas from './start.schemas.ts';

export const startRouter = router({
  get: operation({
    method: 'GET',
    path: '/projects/{projectId}/start',
    summary: 'Read what waits for you',
    description:
      'The entries that you are to review, that are assigned to you and that you left as drafts, and what went live.',
    access: 'entry.read',
    input: schemas.startInput,
    output: schemas.startSchema,
    run: readStart,
  }),

  problems: operation({
    method: 'GET',
    path: '/projects/{projectId}/problems',
    summary: 'List problems of the site',
    description: 'References of live entries that lead nowhere, and pictures without alternative texts.',
    access: 'entry.read',
    limits: [{ limit: startLimits['start.problems'] }],
    input: schemas.startInput,
    output: schemas.problemsSchema,
    run: readProblems,
  }),
});
