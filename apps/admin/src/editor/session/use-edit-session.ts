import { type CollectionDocument, findCollection } from '@stele/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorOf } from '@/api/errors.ts';
import { type Outputs, useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useKeepNewer } from '@/entry/use-entry.ts';
import { useProject } from '@/project/project-context.tsx';
import type { Values } from '@/values/values.ts';
import { EditSession } from './edit-session.ts';
import { browserJournal } from './journal.ts';
import { flushRichtext } from './pending.ts';
import type { SavedDraft } from './session-view.ts';

type Entry = Outputs['entries']['get'];

function draftOf({ version, values }: Pick<Entry, 'version' | 'values'>): SavedDraft {
  return { version, values: values as Values };
}

/** An editing session of an entry, for as long as the screen is open, and whether it brought something back. */
export function useEditSession(entry: Entry): { readonly session: EditSession; readonly hasRecovered: boolean } {
  const { project, schema, user } = useProject();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const keepNewer = useKeepNewer(entry.id);
  const [hasRecovered, setRecovered] = useState(false);
  const fields = useRef<CollectionDocument['fields']>([]);
  fields.current = (schema && findCollection(schema, entry.collection_key)?.fields) ?? [];
  const [{ session, journal }] = useState(() => {
    const target = { projectId: project.id, entryId: entry.id };
    const own = browserJournal(user.id, entry.id);
    const world = {
      journal: own,
      fields: () => fields.current,
      collect: flushRichtext,
      failureOf: errorOf,
      now: () => Date.now(),
      later: (ms: number, run: () => void) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      read: async () => {
        const now = await client.entries.get.query(target);
        keepNewer(now);
        return draftOf(now);
      },
      save: async (
        values: Parameters<typeof client.entries.patchDraft.mutate>[0]['values'],
        base_version: number,
        isAutomatic: boolean,
      ) => {
        const saved = await client.entries.patchDraft.mutate({
          ...target,
          values,
          base_version,
          merge: true,
          autosave: isAutomatic,
        });
        keepNewer(saved);
        return draftOf(saved);
      },
    };
    return { session: new EditSession(draftOf(entry), world), journal: own };
  });

  useEffect(() => {
    void session.recover().then((found) => found && setRecovered(true));
    const online = (): void => session.retry();
    const leaving = (): void => {
      if (document.visibilityState === 'hidden') session.leave();
    };
    window.addEventListener('online', online);
    document.addEventListener('visibilitychange', leaving);
    return () => {
      window.removeEventListener('online', online);
      document.removeEventListener('visibilitychange', leaving);
      // Values that can't be saved now stay in the journal, for the next time that the entry is opened.
      void session.flush().finally(() => {
        session.close();
        journal.release();
        void queryClient.invalidateQueries(trpc.entries.list.pathFilter());
      });
    };
  }, [session, journal, queryClient, trpc]);
  useEffect(() => session.follow(draftOf(entry)), [session, entry]);
  return { session, hasRecovered };
}
