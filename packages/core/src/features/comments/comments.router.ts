import { operation, router } from '../../domains/operation.ts';
import { createComment, deleteComment, resolveThread, updateComment } from './change-comment.ts';
import { commentActions, commentErrors, commentLimits } from './comments.names.ts';
import * as schemas from './comments.schemas.ts';
import { listThreads } from './list-threads.ts';

const path = '/projects/{projectId}/entries/{entryId}/comments';
const perPerson = [
  { limit: commentLimits['comment.change'], per: ({ actor }: { actor: { id: string } }) => [actor.id] },
];
const changed = {
  // No token has it: comments are between people.
  access: 'member.read' as const,
  errors: ['entry.not_found', commentErrors['comment.not_found']] as const,
  limits: perPerson,
};

export const commentsRouter = router({
  list: operation({
    method: 'GET',
    path,
    summary: "List an entry's comments",
    description: 'Threads, newest first, each with all its comments. For people only: anyone who may read the entry.',
    access: changed.access,
    errors: ['entry.not_found'],
    input: schemas.listCommentsInput,
    output: schemas.threadPageSchema,
    run: listThreads,
  }),

  create: operation({
    ...changed,
    method: 'POST',
    path,
    summary: 'Comment, or reply',
    description:
      'On the entry, a field or some words in it. Tells the people whom it mentions, those who take part in the thread, and ' +
      'of a new thread who created the entry and changed it last. A thread has at most a hundred comments.',
    status: 201,
    errors: [...changed.errors, 'entry.trashed', commentErrors['comment.limit_reached']],
    idempotent: true,
    audit: [commentActions['comment.create']],
    input: schemas.createCommentInput,
    output: schemas.threadSchema,
    run: createComment,
  }),

  update: operation({
    ...changed,
    method: 'PATCH',
    path: `${path}/{commentId}`,
    summary: 'Edit your comment',
    description: 'It is marked as edited. People whom it did not mention before are told.',
    audit: [commentActions['comment.update']],
    input: schemas.updateCommentInput,
    output: schemas.threadSchema,
    run: updateComment,
  }),

  delete: operation({
    ...changed,
    method: 'DELETE',
    path: `${path}/{commentId}`,
    summary: 'Delete a comment',
    description:
      "For its author and the project's owners. Its text is removed; a mark stays as long as the thread has other comments.",
    audit: [commentActions['comment.delete']],
    input: schemas.commentInput,
    output: schemas.threadSchema,
    run: deleteComment,
  }),

  resolve: operation({
    ...changed,
    method: 'POST',
    path: `${path}/{commentId}/resolve`,
    summary: 'Resolve a thread',
    description: 'Takes the id of its first comment. Everyone who may comment may do so.',
    audit: [commentActions['comment.resolve']],
    input: schemas.commentInput,
    output: schemas.threadSchema,
    run: (ctx, input) => resolveThread(ctx, input, true),
  }),

  reopen: operation({
    ...changed,
    method: 'POST',
    path: `${path}/{commentId}/reopen`,
    summary: 'Reopen a resolved thread',
    description: 'Takes the id of its first comment. A reply does the same.',
    audit: [commentActions['comment.reopen']],
    input: schemas.commentInput,
    output: schemas.threadSchema,
    run: (ctx, input) => resolveThread(ctx, input, false),
  }),
});
