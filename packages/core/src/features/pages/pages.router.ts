import { operation, router } from '../../domains/operation.ts';
import { entryActions } from '../../entries/entry.names.ts';
import { pageErrors } from '../../publishing/paths/page-errors.ts';
import { movePage } from './move-page.ts';
import { pageLimits, pageMoveErrors } from './pages.names.ts';
import * as schemas from './pages.schemas.ts';
import { findPage, listPages, listPagesAbove } from './read-pages.ts';

export const pagesRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/pages',
    summary: 'List the pages below one',
    description: 'Of a collection with a tree, in their order: drafts, with the paths of those that are live.',
    access: 'entry.read',
    input: schemas.listPagesInput,
    output: schemas.pageListSchema,
    run: listPages,
  }),

  byPath: operation({
    method: 'GET',
    path: '/projects/{projectId}/pages/by-path',
    summary: 'Find the live entry at a path',
    description: 'In any collection that says where its pages are.',
    access: 'entry.read',
    errors: ['entry.not_found'],
    input: schemas.pageByPathInput,
    output: schemas.foundPageSchema,
    run: findPage,
  }),

  ancestors: operation({
    method: 'GET',
    path: '/projects/{projectId}/pages/{entryId}/ancestors',
    summary: 'List the pages above one',
    description: 'In drafts, from the top.',
    access: 'entry.read',
    errors: ['entry.not_found'],
    input: schemas.pagesAboveInput,
    output: schemas.pagesAboveSchema,
    run: listPagesAbove,
  }),

  move: operation({
    method: 'POST',
    path: '/projects/{projectId}/pages/{entryId}/move',
    summary: 'Move a page below another one',
    description:
      'Saves the page above; a page that is live is published there, with all pages below it, in one snapshot. The paths that ' +
      'change are listed; a dry run lists them without a change.',
    access: 'entry.write',
    errors: [
      'entry.not_found',
      'entry.trashed',
      'entry.version_conflict',
      'entry.not_approved',
      pageMoveErrors['page.has_changes'],
      ...pageErrors,
    ],
    limits: [{ limit: pageLimits['page.move'] }],
    audit: [entryActions['entry.save'], entryActions['entry.publish']],
    input: schemas.movePageInput,
    output: schemas.movedPageSchema,
    run: movePage,
  }),
});
