import type { StreamedEventType } from '@stele/core/client';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openStream } from './open-stream.ts';
import { type PersonHere, peopleHere } from './people-here.ts';
import { readAgain } from './read-again.ts';
import { streamPositions } from './stream-positions.ts';
import { useTRPC } from './trpc.ts';
import type { ApiPart } from './use-invalidate.ts';

/** Events that arrive within this time are handled together. */
const GATHER_MS = 300;

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

/** Types of events; `reset` comes in place of too many of them, and `ready` once none is missing. */
const TYPES: Readonly<Record<StreamedEventType | 'presence' | 'ready' | 'reset', true>> = {
  'entry.created': true,
  'entry.saved': true,
  'entry.published': true,
  'entry.unpublished': true,
  'entry.trashed': true,
  'entry.restored': true,
  'entry.moved': true,
  'entry.reviewed': true,
  'snapshot.live': true,
  'schema.synced': true,
  'asset.created': true,
  'asset.failed': true,
  'asset.ready': true,
  'asset.updated': true,
  'asset.trashed': true,
  'asset.restored': true,
  'deployment.triggered': true,
  'deployment.updated': true,
  'deployment.failed': true,
  'target.created': true,
  'target.updated': true,
  'target.deleted': true,
  'target.paused': true,
  'comment.created': true,
  'comment.updated': true,
  'comment.deleted': true,
  'comment.resolved': true,
  'comment.reopened': true,
  'inbox.changed': true,
  presence: true,
  ready: true,
  reset: true,
};

/**
 * Keeps a project's screens up to date: an event of the server has the lists that show it read again. A hidden tab is read
 * again when it's shown.
 *
 * @param userId who is signed in, whose own saves need no reading; null while that isn't known
 */
export function useLiveUpdates(projectId: string, userId: string | null): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  useEffect(() => streamPositions.begin(projectId), [projectId]);
  useEffect(() => {
    if (userId === null) return;
    const stale = gathered(queryClient);
    const start = Number(streamPositions.of(projectId));
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
      void readAgain(queryClient, trpc.entries.get.queryFilter({ projectId, entryId }, { predicate: isOlder }));
    };
    const hearSave = ({
      subject_id: entryId,
      actor,
      data: { version, changed_paths: paths = [] },
    }: EventData): void => {
      if (entryId === null || actor === null || actor.id === userId || version === undefined) return;
      peopleHere.saved(entryId, { version, name: actor.name, fields: [...new Set(paths.map(([, field]) => field))] });
    };
    const hear = (type: string, { data: json, lastEventId }: MessageEvent<string>): void => {
      if (lastEventId !== '') streamPositions.reach(projectId, lastEventId);
      const data = parsed(json);
      if (type === 'presence') {
        peopleHere.take(data?.data.people ?? [], data?.data.whole === true);
        return;
      }
      // The stream begins with some that the first answers have already: these are no news.
      if (data && type === 'entry.saved' && Number(lastEventId) > start) hearSave(data);
      if (data && type.startsWith('entry.')) readEntry(data);
      if (type === 'reset') void readAgain(queryClient, {});
      else stale(partsOf(type, data?.actor?.id === userId));
    };
    const url = (): string => {
      const position = streamPositions.of(projectId);
      return `/v1/projects/${projectId}/events${position && `?after=${position}`}`;
    };
    const stream = openStream(url, Object.keys(TYPES), { hear, onBreak: () => peopleHere.forgetSoon() });
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
  const read = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const filter of waiting.values()) void readAgain(queryClient, filter);
    waiting.clear();
  };
  const stale = (parts: readonly ApiPart[]): void => {
    for (const part of parts) {
      const filter = part.pathFilter();
      waiting.set(JSON.stringify(filter.queryKey), filter);
    }
    timer ??= setTimeout(read, GATHER_MS);
  };
  /** Reads waiting parts at once: the stream won't mention them again. */
  stale.stop = read;
  return stale;
}

function parsed(data: string): EventData | null {
  try {
    return JSON.parse(data) as EventData;
  } catch {
    return null;
  }
}
