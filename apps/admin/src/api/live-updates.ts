import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type PersonHere, peopleHere } from './people-here.ts';
import { useTRPC } from './trpc.ts';
import type { ApiPart } from './use-invalidate.ts';

/** Events that arrive within this time are handled together. */
const GATHER_MS = 300;
/** A refused or broken stream is opened again after this time, which doubles with each attempt. */
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;
/** A hidden tab closes its connection after this time: browsers open only a few to one server. */
const HIDDEN_MS = 10_000;

/** Data of an event. */
interface EventData {
  readonly type: string;
  readonly subject_id: string | null;
  readonly actor: { readonly id: string; readonly name: string } | null;
  readonly data: {
    readonly version?: number;
    readonly changed_paths?: readonly (readonly [string, string])[];
    readonly people?: readonly PersonHere[];
    readonly whole?: boolean;
  };
}

/** Types of events; `reset` comes in place of too many of them. */
const TYPES = [
  'entry.created',
  'entry.saved',
  'entry.published',
  'entry.unpublished',
  'entry.trashed',
  'entry.restored',
  'entry.moved',
  'entry.reviewed',
  'snapshot.live',
  'schema.synced',
  'asset.created',
  'asset.updated',
  'asset.trashed',
  'asset.restored',
  'deployment.triggered',
  'deployment.updated',
  'deployment.failed',
  'target.created',
  'target.updated',
  'target.deleted',
  'target.paused',
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'comment.resolved',
  'comment.reopened',
  'inbox.changed',
  'presence',
  'reset',
] as const;

/**
 * Keeps a project's screens up to date: an event of the server has the lists that show it read again. A hidden tab is read
 * again when it's shown.
 *
 * @param userId who is signed in, whose own saves need no reading; null while that isn't known
 */
export function useLiveUpdates(projectId: string, userId: string | null): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (userId === null) return;
    const stale = gathered(queryClient);
    /** The lists that show what an event is about. */
    const partsOf = (type: string, isOwn: boolean): readonly ApiPart[] => {
      const [noun] = type.split('.');
      if (type === 'snapshot.live') return [trpc.snapshots, trpc.deployments, trpc.targets, trpc.webhookDeliveries];
      if (type === 'schema.synced') return [trpc.schema];
      if (noun === 'deployment' || noun === 'target') return [trpc.deployments, trpc.targets];
      if (noun === 'comment') return isOwn ? [] : [trpc.comments];
      if (noun === 'inbox') return [trpc.inbox];
      // The editor and the media library show their own changes; a big list isn't read again at every save.
      if (noun === 'entry' && !(isOwn && type === 'entry.saved')) return [trpc.entries.list, trpc.entries.count];
      return noun === 'asset' && !isOwn ? [trpc.assets.list] : [];
    };
    /** Reads an open entry again, unless a version as new is known. */
    const readEntry = ({ subject_id: entryId, data: { version = Number.POSITIVE_INFINITY } }: EventData): void => {
      if (entryId === null) return;
      const isOlder = ({ state }: Query): boolean =>
        ((state.data as { readonly version: number } | undefined)?.version ?? 0) < version;
      void queryClient.invalidateQueries(trpc.entries.get.queryFilter({ projectId, entryId }, { predicate: isOlder }));
    };
    const hearSave = ({
      subject_id: entryId,
      actor,
      data: { version, changed_paths: paths = [] },
    }: EventData): void => {
      if (entryId === null || actor === null || actor.id === userId || version === undefined) return;
      peopleHere.saved(entryId, { version, name: actor.name, fields: [...new Set(paths.map(([, field]) => field))] });
    };
    const hear = (type: string, data: EventData | null): void => {
      if (type === 'presence') {
        peopleHere.take(data?.data.people ?? [], data?.data.whole === true);
        return;
      }
      if (data && type === 'entry.saved') hearSave(data);
      if (data && type.startsWith('entry.')) readEntry(data);
      if (type === 'reset') void queryClient.invalidateQueries();
      else stale(partsOf(type, data?.actor?.id === userId));
    };
    const stream = openStream(`/v1/projects/${projectId}/events`, hear);
    return () => {
      stream.close();
      peopleHere.take([], true);
      stale.stop();
    };
  }, [projectId, userId, trpc, queryClient]);
}

function gathered(queryClient: QueryClient) {
  const waiting = new Map<string, { queryKey: readonly unknown[] }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stale = (parts: readonly ApiPart[]): void => {
    for (const part of parts) {
      const filter = part.pathFilter();
      waiting.set(JSON.stringify(filter.queryKey), filter);
    }
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const filter of waiting.values()) void queryClient.invalidateQueries(filter);
      waiting.clear();
    }, GATHER_MS);
  };
  stale.stop = (): void => clearTimeout(timer);
  return stale;
}

/** Listens to a stream while the tab is shown; a broken stream goes on where it broke off. */
function openStream(url: string, hear: (type: string, data: EventData | null) => void): { close(): void } {
  let source: EventSource | null = null;
  let lastId = '';
  let wait = FIRST_RETRY_MS;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const drop = (): void => {
    clearTimeout(retry);
    source?.close();
    source = null;
  };
  const open = (): void => {
    drop();
    const own = new EventSource(lastId === '' ? url : `${url}?after=${lastId}`);
    source = own;
    own.onopen = () => {
      wait = FIRST_RETRY_MS;
    };
    // The browser reconnects automatically, unless it was refused.
    own.onerror = () => {
      peopleHere.forgetSoon();
      if (own !== source || own.readyState !== EventSource.CLOSED) return;
      drop();
      retry = setTimeout(open, wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, LAST_RETRY_MS);
    };
    for (const type of TYPES) {
      own.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) => {
        lastId = lastEventId || lastId;
        hear(type, parsed(data));
      });
    }
  };
  const see = (): void => {
    clearTimeout(leaving);
    if (document.visibilityState === 'hidden') leaving = setTimeout(drop, HIDDEN_MS);
    else if (!source) open();
  };
  document.addEventListener('visibilitychange', see);
  if (document.visibilityState !== 'hidden') open();
  return {
    close: () => {
      document.removeEventListener('visibilitychange', see);
      clearTimeout(leaving);
      drop();
    },
  };
}

function parsed(data: string): EventData | null {
  try {
    return JSON.parse(data) as EventData;
  } catch {
    return null;
  }
}
