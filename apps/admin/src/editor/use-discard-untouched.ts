import { useEffect, useRef } from 'react';
import { useTRPCClient } from '@/api/trpc.ts';
import { useRefresh } from '@/entry/use-entry-actions.ts';
import type { EditSession } from './session/edit-session.ts';

/** Moves an entry that was just created to the trash when one leaves it without having entered anything. */
export function useDiscardUntouched(
  target: { readonly projectId: string; readonly entryId: string },
  session: EditSession,
  isNew: boolean,
): void {
  const { projectId, entryId } = target;
  const client = useTRPCClient();
  const refresh = useRefresh();
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    if (!isNew) return;
    const first = session.view().values;
    return () => {
      const { values, unread } = session.view();
      if (values !== first || Object.keys(unread).length > 0) return;
      void client.entries.delete.mutate({ projectId, entryId }).then(
        () => latest.current(),
        () => undefined,
      );
    };
  }, [client, entryId, projectId, isNew, session]);
}
