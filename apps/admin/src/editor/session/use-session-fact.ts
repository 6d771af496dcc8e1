import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { EditSession } from './edit-session.ts';
import type { SessionView } from './session-view.ts';

/** Something of a session's view; the caller is drawn again when that changes, and only then. */
export function useSessionFact<Fact>(session: EditSession, factOf: (view: SessionView) => Fact): Fact {
  const last = useRef<{ readonly view: SessionView; readonly factOf: unknown; readonly fact: Fact } | null>(null);
  const read = useCallback((): Fact => {
    const view = session.view();
    if (last.current?.view !== view || last.current.factOf !== factOf) {
      last.current = { view, factOf, fact: factOf(view) };
    }
    return last.current.fact;
  }, [session, factOf]);
  return useSyncExternalStore(session.subscribe, read, read);
}

const whole = (view: SessionView): SessionView => view;

/** All of a session's view: the caller is drawn again with every key. */
export function useSessionView(session: EditSession): SessionView {
  return useSessionFact(session, whole);
}
