import { useEffect, useMemo, useState } from 'react';
import type { Thread } from './comments-context.ts';
import { useUnsentThreads } from './unsent.ts';
import { isReadToEnd, useThreads } from './use-threads.ts';

type State = 'open' | 'resolved';

/** Threads that are shown, and those of them that were deleted meanwhile. */
interface KeptThreads {
  readonly threads: readonly Thread[];
  readonly gone: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The threads of an entry in a state, and threads that left the state with an unsent reply: the reply keeps its box, whatever
 * others do with the thread.
 */
export function useKeptThreads(entryId: string, state: State, listed: ReturnType<typeof useThreads>): KeptThreads {
  const typedIn = useUnsentThreads();
  const lost = useMemo(() => {
    const here = new Set(listed.threads.map(({ id }) => id));
    const own = typedIn.filter((one) => one.entryId === entryId).map(({ thread }) => thread);
    return own.filter((one) => stateOf(one) === state && !here.has(one.id));
  }, [typedIn, entryId, state, listed.threads]);
  const isAnyLost = lost.length > 0;
  const other = useThreads(entryId, state === 'open' ? 'resolved' : 'open', true, { enabled: isAnyLost, staleTime: 0 });
  const [gone, setGone] = useState(NONE);
  const isDecided = isAnyLost && isReadToEnd(listed.query) && isReadToEnd(other.query);
  useEffect(() => {
    if (!isDecided) return;
    const there = new Set(other.threads.map(({ id }) => id));
    setGone(new Set(lost.filter(({ id }) => !there.has(id)).map(({ id }) => id)));
  }, [isDecided, lost, other.threads]);
  return useMemo(() => {
    const moved = new Map(other.threads.map((one) => [one.id, one]));
    const kept = lost.map((one) => moved.get(one.id) ?? (gone.has(one.id) ? withoutWords(one) : one));
    const threads = [...listed.threads, ...kept].sort((one, two) => (one.id < two.id ? 1 : -1));
    return { threads, gone: new Set(lost.filter(({ id }) => gone.has(id) && !moved.has(id)).map(({ id }) => id)) };
  }, [listed.threads, lost, other.threads, gone]);
}

function stateOf({ resolved_at: at }: Thread): State {
  return at === null ? 'open' : 'resolved';
}

/** A thread that was deleted, with what is shown of deleted comments. */
function withoutWords(thread: Thread): Thread {
  const comments = thread.comments.map((one) => ({ ...one, body: '', deleted_at: one.deleted_at ?? one.created_at }));
  return { ...thread, comments };
}
