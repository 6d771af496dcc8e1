import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { comments as t } from '#messages/comments';
import { errorOf } from '@/api/errors.ts';
import { type Inputs, useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useProject } from '@/project/project-context.tsx';
import { tellFailure } from '@/ui/toast.tsx';

type NewComment = Omit<Inputs['comments']['create'], 'projectId' | 'entryId'>;

export type CommentActions = ReturnType<typeof useCommentActions>;

/** Actions on the comments of an entry. */
export function useCommentActions(entryId: string) {
  const { project } = useProject();
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const onSuccess = () => invalidate(trpc.comments, trpc.inbox);
  // The box itself tells the writer; it has to learn that its thread is gone.
  const look = (error: unknown): void => {
    if (errorOf(error).code === 'comment.not_found') void invalidate(trpc.comments);
  };
  const onError = (error: unknown): void => {
    look(error);
    tellFailure(t.notSent, error);
  };
  // Without a network they fail, which is told, rather than wait for it.
  const options = { onSuccess, networkMode: 'always' } as const;
  const create = useMutation(trpc.comments.create.mutationOptions({ ...options, onError: look })).mutateAsync;
  const update = useMutation(trpc.comments.update.mutationOptions({ ...options, onError: look })).mutateAsync;
  const remove = useMutation(trpc.comments.delete.mutationOptions({ ...options, onError })).mutate;
  const resolve = useMutation(trpc.comments.resolve.mutationOptions({ ...options, onError })).mutate;
  const reopen = useMutation(trpc.comments.reopen.mutationOptions({ ...options, onError })).mutate;
  return useMemo(() => {
    const target = { projectId: project.id, entryId };
    return {
      create: (comment: NewComment) => create({ ...target, ...comment }),
      edit: (commentId: string, body: string) => update({ ...target, commentId, body }),
      remove: (commentId: string) => remove({ ...target, commentId }),
      setResolved: (commentId: string, is: boolean) => (is ? resolve : reopen)({ ...target, commentId }),
    };
  }, [project.id, entryId, create, update, remove, resolve, reopen]);
}
