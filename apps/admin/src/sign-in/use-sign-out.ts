import { useQueryClient } from '@tanstack/react-query';
import { common } from '#messages/common';
import { shell as t } from '#messages/shell';
import { signOut } from '@/api/session.ts';
import { sessionQuery } from '@/api/use-session.ts';
import { tellProblem } from '@/ui/toast.tsx';

/**
 * Signs out, and forgets the person's data in this browser; asks before it forgets unsaved values. If the server doesn't end the
 * session, says so, and changes nothing.
 *
 * @returns whether the session has ended
 */
export function useSignOut(): () => Promise<boolean> {
  const queryClient = useQueryClient();
  return async () => {
    const userId = queryClient.getQueryData(sessionQuery.queryKey)?.id;
    // Where not even this code can be loaded, the server can't be told either.
    const parts = await Promise.all([
      import('@/editor/session/journal.ts'),
      import('@/editor/rows/copied-rows.ts'),
    ]).catch(() => null);
    if (!parts) {
      tellProblem(t.signOutFailed, common.offline);
      return false;
    }
    const [{ countUnsaved, forgetUnsaved }, { forgetCopiedRows }] = parts;
    const unsaved = userId === undefined ? 0 : await countUnsaved(userId).catch(() => 0);
    if (unsaved > 0 && !window.confirm(t.signOutUnsaved({ drafts: unsaved }))) return false;
    const answer = await signOut();
    if (!answer.ok) {
      tellProblem(t.signOutFailed, answer.failure.message || common.offline);
      return false;
    }
    if (userId !== undefined) {
      forgetCopiedRows(userId);
      await forgetUnsaved(userId).catch(() => undefined);
    }
    queryClient.clear();
    return true;
  };
}
