import { Check, CircleAlert, CloudOff, GitMerge, LoaderCircle, type LucideIcon, PenLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import { editor as t } from '#messages/editor';
import { Button } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import type { EditSession } from './session/edit-session.ts';
import type { SaveState } from './session/save-phase.ts';
import type { SessionView } from './session/session-view.ts';
import { useSessionFact } from './session/use-session-fact.ts';

/** The state of saving; `unread` when everything is saved but text that isn't a value yet. */
type ShownState = SaveState | 'unread';

const LOOKS: Record<ShownState, { readonly icon: LucideIcon; readonly className: string }> = {
  saved: { icon: Check, className: 'text-muted' },
  waiting: { icon: PenLine, className: 'text-muted' },
  saving: { icon: LoaderCircle, className: 'text-muted [&_svg]:animate-spin' },
  offline: { icon: CloudOff, className: 'text-warning' },
  conflict: { icon: GitMerge, className: 'text-danger' },
  refused: { icon: CircleAlert, className: 'text-danger' },
  unread: { icon: CircleAlert, className: 'text-danger' },
};

interface SaveIndicatorProps {
  readonly session: EditSession;
  /** Shows what isn't saved. */
  readonly onShowProblems: () => void;
}

/** Says, always at the same place, whether typed values are safe; leads to values that aren't. */
export function SaveIndicator({ session, onShowProblems }: SaveIndicatorProps) {
  const state = useSessionFact(session, shownState);
  const count = useSessionFact(session, unsavedFields);
  const retryAt = useSessionFact(session, (view) => (view.state === 'offline' ? view.retryAt : null));
  const seconds = useSecondsUntil(retryAt);
  const { icon: Icon, className } = LOOKS[state];
  const isOfFields = state === 'unread' || (state === 'refused' && count > 0);
  const words: Record<ShownState, string> = {
    saved: t.saved,
    waiting: t.waiting,
    saving: t.saving,
    offline: t.offline,
    conflict: t.conflict,
    refused: count > 0 ? t.fieldsNotSaved({ count }) : t.notSaved,
    unread: t.fieldsNotSaved({ count }),
  };
  return (
    <div className="flex min-w-0 items-center gap-1">
      <span
        role="status"
        aria-live="polite"
        data-save-state={state}
        className={cn('flex min-w-0 items-center gap-1.5 text-xs', className)}
      >
        <Icon className="size-3.5 shrink-0" aria-hidden />
        {isOfFields ? (
          <button type="button" className="truncate underline underline-offset-2" onClick={onShowProblems}>
            {words[state]}
          </button>
        ) : (
          <span className="truncate">{words[state]}</span>
        )}
      </span>
      {state === 'offline' && seconds !== null && (
        <span className="text-xs text-muted max-sm:sr-only" aria-hidden>
          {t.retryIn({ seconds })}
        </span>
      )}
      {(state === 'offline' || (state === 'refused' && !isOfFields)) && (
        <Button label={t.tryNow} size="sm" variant="ghost" onClick={() => session.retry()} />
      )}
    </div>
  );
}

function shownState(view: SessionView): ShownState {
  return view.state === 'saved' && Object.keys(view.unread).length > 0 ? 'unread' : view.state;
}

function unsavedFields({ unread, errors }: SessionView): number {
  return Object.keys(unread).length + errors.length;
}

/** Seconds until a moment, counted down; null without one. */
function useSecondsUntil(at: number | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (at === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [at]);
  return at === null ? null : Math.max(0, Math.ceil((at - now) / 1_000));
}
