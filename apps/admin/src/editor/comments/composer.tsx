import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { comments as t } from '#messages/comments';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Textarea } from '@/ui/input.tsx';
import { isComposing, isEnter } from '@/ui/keys.ts';
import { Suggestion } from '@/ui/suggestion.tsx';
import { tellFailure } from '@/ui/toast.tsx';
import { type Chosen, type Mentionable, namedPeople, toBody, typedMention } from './mentions.ts';
import type { TextAnchor } from './text-anchor.ts';
import { keepUnsent, unsentAt, useUnsent, type WithinThread } from './unsent.ts';

const MOST_SHOWN = 6;
const NO_MENTIONS: Chosen = new Map();

/** Keys that move through the list of people, besides Enter. */
const LIST_KEYS = ['ArrowDown', 'ArrowUp', 'Tab', 'Escape'];

interface ComposerProps {
  /** Names the place for what isn't sent yet. */
  readonly name: string;
  readonly label: string;
  readonly submit: string;
  /** The words that a new comment is about. */
  readonly anchor?: TextAnchor | null;
  /** The thread that it's in; none for a new one. */
  readonly within?: WithinThread | null;
  /** The comment to edit: its text, and the people that it mentions. */
  readonly initial?: { readonly text: string; readonly chosen: Chosen };
  /** Takes the focus when this becomes another. */
  readonly focusFor?: unknown;
  readonly onSend: (body: string) => Promise<unknown>;
  /** Called once it's sent, unless more was typed meanwhile. */
  readonly onSent?: () => void;
  readonly onCancel?: () => void;
  /** Label of the cancel button. */
  readonly cancelLabel?: string;
}

/** A box to write a comment in. An @ offers people; the focus stays in the text. */
export function Composer({ name, label, submit, initial, focusFor, ...props }: ComposerProps) {
  const { anchor = null, within = null, onSend, onSent, onCancel, cancelLabel } = props;
  const { project } = useProject();
  const trpc = useTRPC();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const unsent = useUnsent(name);
  const { text, chosen: mentioned } = unsent ?? initial ?? { text: '', chosen: NO_MENTIONS };
  const [isSending, setSending] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  // The mention for which no list is shown: someone was chosen, or it was closed.
  const closed = useRef<{ readonly start: number; readonly typed: string } | null>(null);
  const [index, setIndex] = useState(0);
  const members = useQuery(trpc.members.list.queryOptions({ projectId: project.id }, { staleTime: 60_000 }));
  const people = namedPeople(members.data?.data ?? []);
  const wanted = typed?.toLowerCase();
  const offered =
    wanted === undefined ? [] : people.filter((one) => one.name.toLowerCase().includes(wanted)).slice(0, MOST_SHOWN);
  const chosen = offered[Math.min(index, offered.length - 1)];
  useEffect(() => {
    if (focusFor) box.current?.focus();
  }, [focusFor]);

  const isChange = initial !== undefined;
  useEffect(() => () => letGoOfNothing(name, isChange), [name, isChange]);

  const change = (next: string, chosen = mentioned): void => keepUnsent(name, { text: next, chosen, anchor, within });
  const look = (): void => {
    const element = box.current;
    if (!element) return;
    const next = typedMention(element.value.slice(0, element.selectionStart));
    const { start, typed: done } = closed.current ?? { start: -1, typed: '' };
    const isClosed = next !== null && element.selectionStart - next.length === start && next.startsWith(done);
    if (!isClosed) closed.current = null;
    setTyped(isClosed ? null : next);
    setIndex(0);
  };
  const closeList = (done: string | null = typed): void => {
    const element = box.current;
    if (element && typed !== null) closed.current = { start: element.selectionStart - typed.length, typed: done ?? '' };
    setTyped(null);
  };
  const choose = (one: Mentionable): void => {
    const element = box.current;
    if (!element || typed === null) return;
    const end = element.selectionStart;
    const start = end - typed.length;
    // Someone else of this name may stand in the text.
    const own = (mentioned.get(one.name) ?? one.id) === one.id ? one.name : `${one.name} (${one.email})`;
    closeList(own);
    change(`${text.slice(0, start)}${own} ${text.slice(end)}`, new Map(mentioned).set(own, one.id));
    const at = start + own.length + 1;
    requestAnimationFrame(() => element.setSelectionRange(at, at));
  };
  const send = async (): Promise<void> => {
    if (text.trim() === '' || isSending) return;
    setSending(true);
    try {
      await onSend(toBody(text.trim(), people, mentioned));
      // Text typed meanwhile stays.
      if (unsentAt(name) === unsent) {
        keepUnsent(name, null);
        if (box.current) onSent?.();
      }
    } catch (error) {
      tellFailure(t.notSent, error);
    }
    setSending(false);
  };
  const cancel = (): void => {
    keepUnsent(name, null);
    onCancel?.();
  };
  const press = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (chosen && (isEnter(event) || LIST_KEYS.includes(event.key)) && !event.shiftKey) {
      event.preventDefault();
      event.stopPropagation();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (event.key === 'Escape') closeList();
      else if (isEnter(event) || event.key === 'Tab') choose(chosen);
      else setIndex((Math.min(index, offered.length - 1) + step + offered.length) % offered.length);
    } else if (isEnter(event) && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      void send();
    }
  };
  return (
    <div className="relative flex flex-col gap-2">
      <Textarea
        ref={box}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={chosen ? id : undefined}
        aria-activedescendant={chosen ? `${id}-${chosen.id}` : undefined}
        rows={1}
        className="field-sizing-content min-h-9! text-sm"
        placeholder={t.placeholder}
        maxLength={2000}
        value={text}
        onChange={(event) => {
          change(event.target.value);
          look();
        }}
        onSelect={look}
        onBlur={() => {
          setTyped(null);
          letGoOfNothing(name, isChange);
        }}
        onKeyDown={press}
      />
      {chosen && (
        <div
          id={id}
          role="listbox"
          aria-label={t.people}
          className="absolute inset-x-0 top-full z-10 -mt-9 rounded-lg border bg-surface p-1 shadow-pop"
        >
          {offered.map((one) => (
            <Suggestion
              key={one.id}
              id={`${id}-${one.id}`}
              isActive={one === chosen}
              onChoose={() => choose(one)}
              className="items-baseline gap-2"
            >
              <bdi className="shrink-0">{one.name}</bdi>
              <span className="truncate text-xs text-muted">{one.email}</span>
            </Suggestion>
          ))}
        </div>
      )}
      {(text !== '' || onCancel) && (
        <div className="flex justify-end gap-2">
          {onCancel && (
            <Button
              label={cancelLabel ?? t.cancel}
              size="sm"
              variant="ghost"
              className="max-sm:h-11"
              onClick={cancel}
            />
          )}
          <Button
            label={submit}
            size="sm"
            variant="primary"
            busy={isSending}
            disabled={text.trim() === ''}
            className="max-sm:h-11"
            onClick={() => void send()}
          />
        </div>
      )}
    </div>
  );
}

/** Lets go of an emptied box that was left, unless it changes a comment. While it has the focus, it's still typed in. */
function letGoOfNothing(name: string, isChange: boolean): void {
  if (!isChange && unsentAt(name)?.text === '') keepUnsent(name, null);
}
