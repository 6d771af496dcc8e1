import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openStream } from './open-stream.ts';
import { type PersonHere, peopleHere } from './people-here.ts';
import { readAgain } from './read-again.ts';
import { streamPositions } from './stream-positions.ts';
import { type Api, useTRPC } from './trpc.ts';
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

/** An event of a project, as features hear of it. */
export interface LiveEvent {
  readonly kind: string;
  /** Id of the thing that the event is about. */
  readonly subjectId: string | null;
  readonly actor: EventData['actor'];
  readonly data: EventData['data'];
  /** Whether the person who is signed in caused it. */
  readonly isOwn: boolean;
  /** Whether it came after the project was opened. */
  readonly isNews: boolean;
}

/** Parts of the page that hearing an event may need. */
export interface LiveContext {
  readonly projectId: string;
  readonly userId: string;
  readonly trpc: Api;
  readonly queryClient: QueryClient;
}

/** The reactions of a feature when events of the server arrive. */
export interface LiveUpdates<Kind extends string = string> {
  /** The kinds of events. */
  readonly kinds: readonly Kind[];
  /** The lists that show what an event is about, to be read again. */
  readonly staleParts: (trpc: Api, event: LiveEvent) => readonly ApiPart[];
  /** Reacts to an event in other ways. */
  readonly hear?: (event: LiveEvent, context: LiveContext) => void;
}

/** Events about the stream itself: `reset` comes in place of too many others, and `ready` once none is missing. */
const OWN_KINDS = ['presence', 'ready', 'reset'] as const;

/** The kinds of events that some features hear. */
export function liveKinds(updates: readonly LiveUpdates[]): readonly string[] {
  return [...new Set(updates.flatMap(({ kinds }) => kinds))];
}

/** Has the features of an event's kind hear it. @returns the parts of the API to be read again */
export function hearEvent(updates: readonly LiveUpdates[], event: LiveEvent, context: LiveContext): readonly ApiPart[] {
  return updates
    .filter(({ kinds }) => kinds.includes(event.kind))
    .flatMap(({ staleParts, hear }) => {
      hear?.(event, context);
      return staleParts(context.trpc, event);
    });
}

/**
 * Keeps a project's screens up to date: an event of the server has the lists that show it read again. A hidden tab is read
 * again when it's shown.
 *
 * @param userId who is signed in; null while that isn't known
 * @param updates of all features, the same list in each call
 */
export function useLiveUpdates(projectId: string, userId: string | null, updates: readonly LiveUpdates[]): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  useEffect(() => streamPositions.begin(projectId), [projectId]);
  useEffect(() => {
    if (userId === null) return;
    const stale = gathered(queryClient);
    const start = Number(streamPositions.of(projectId));
    const context = { projectId, userId, trpc, queryClient };
    const hear = (type: string, { data: json, lastEventId }: MessageEvent<string>): void => {
      if (lastEventId !== '') streamPositions.reach(projectId, lastEventId);
      const data = parsed(json);
      if (type === 'presence') {
        peopleHere.take(data?.data.people ?? [], data?.data.whole === true);
        return;
      }
      if (type === 'reset') return void readAgain(queryClient, {});
      const event = {
        kind: type,
        subjectId: data?.subject_id ?? null,
        actor: data?.actor ?? null,
        data: data?.data ?? {},
        isOwn: data?.actor?.id === userId,
        // The stream begins with events that the first answers have already.
        isNews: Number(lastEventId) > start,
      };
      stale(hearEvent(updates, event, context));
    };
    const url = (): string => {
      const position = streamPositions.of(projectId);
      return `/v1/projects/${projectId}/events${position && `?after=${position}`}`;
    };
    const stream = openStream(url, [...liveKinds(updates), ...OWN_KINDS], {
      hear,
      onBreak: () => peopleHere.forgetSoon(),
    });
    return () => {
      stream.close();
      peopleHere.take([], true);
      stale.stop();
    };
  }, [projectId, userId, updates, trpc, queryClient]);
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
