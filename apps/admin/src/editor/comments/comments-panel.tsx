import { MessageSquare, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { comments as t } from '#messages/comments';
import { common } from '#messages/common';
import { Button, IconButton } from '@/ui/button.tsx';
import { Select } from '@/ui/input.tsx';
import { NextPage } from '@/ui/next-page.tsx';
import { Empty, QueryState } from '@/ui/states.tsx';
import type { EntryForm } from '../form/form-context.tsx';
import { type CommentSubject, isAbout } from './comments-context.ts';
import { Composer } from './composer.tsx';
import { SubjectName } from './subject-name.tsx';
import { ThreadCard } from './thread-card.tsx';
import { unsentName, useUnsent } from './unsent.ts';
import { useCommentActions } from './use-comment-actions.ts';
import type { OpenComments } from './use-comments.ts';
import { useKeptThreads } from './use-kept-threads.ts';
import { useThreads } from './use-threads.ts';

/** From here on there's room for the form beside the panel. */
const WIDE = '(min-width: 64rem)';

interface CommentsPanelProps {
  readonly form: EntryForm;
  /** Language that is edited. */
  readonly locale: string;
  readonly open: OpenComments;
  /** Whether one may write: not in the trash. */
  readonly mayWrite: boolean;
  readonly onOpen: (place: CommentSubject | null) => void;
  readonly onShowField: (locale: string, path: string) => void;
  readonly onClose: () => void;
}

/** The comments of an entry, beside its form: those of one place, or all. */
export function CommentsPanel({ form, locale, open, mayWrite, onOpen, onShowField, onClose }: CommentsPanelProps) {
  const { entryId } = form;
  const { place, threadId } = open;
  const actions = useCommentActions(entryId);
  const [state, setState] = useState<'open' | 'resolved'>('open');
  // Someone was led to a thread by their inbox: it may be resolved by now, or not be read yet.
  const [isSought, setSought] = useState(threadId !== null);
  const list = useThreads(entryId, state, isSought);
  const { query } = list;
  const { threads: all, gone } = useKeptThreads(entryId, state, list);
  const isFound = list.threads.some(({ id }) => id === threadId);
  const isDecided = query.isSuccess && !query.isFetching && (isFound || !query.hasNextPage);
  useEffect(() => {
    if (!isSought || !isDecided) return;
    setSought(!isFound && state === 'open');
    if (!isFound) setState(state === 'open' ? 'resolved' : 'open');
  }, [isSought, isFound, isDecided, state]);
  const panel = useRef<HTMLElement>(null);
  const before = useRef(document.activeElement);
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus();
  }, []);
  const close = (): void => {
    onClose();
    const element = before.current;
    if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
  };
  const choose = (value: string): void => {
    setSought(false);
    setState(value === 'resolved' ? 'resolved' : 'open');
    if (threadId !== null) onOpen(place);
  };
  const showField = (at: string, path: string): void => {
    if (!window.matchMedia(WIDE).matches) onClose();
    onShowField(at, path);
  };
  const threads = all.filter((thread) => place === null || isAbout({ store: form.store, locale }, thread, place));
  const name = unsentName(entryId, place?.locale ?? null, place?.path ?? null);
  const unsent = useUnsent(name);
  const writtenAt = place
    ? { ...place, anchor: place.anchor ?? unsent?.anchor ?? null }
    : { locale: null, path: null, anchor: null };
  return (
    <aside
      ref={panel}
      aria-label={t.title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        close();
      }}
      className="fixed inset-y-0 end-0 z-40 flex lg:top-[var(--editor-top,0px)] lg:z-10 w-[min(24rem,100vw)] flex-col border-s bg-background shadow-pop outline-none"
    >
      <header className="flex items-center gap-2 border-b px-4 py-2">
        <h2 className="flex-1 text-base font-semibold">{t.title}</h2>
        <Select
          aria-label={t.state}
          className="h-8 w-auto text-sm max-sm:h-11"
          value={state}
          options={[
            ['open', t.states.open],
            ['resolved', t.states.resolved],
          ]}
          onChange={choose}
        />
        <IconButton icon={X} label={common.close} className="max-sm:size-11" onClick={close} />
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-3">
        {place !== null && (
          <Button
            label={t.allPlaces}
            size="sm"
            variant="ghost"
            className="self-start max-sm:h-11"
            onClick={() => onOpen(null)}
          />
        )}
        {mayWrite && state === 'open' && (
          <section aria-label={t.newComment} className="flex flex-col gap-2 rounded-lg border bg-surface p-3">
            <SubjectName form={form} locale={locale} place={writtenAt} onShowField={showField} />
            <Composer
              key={name}
              name={name}
              label={t.newComment}
              submit={t.comment}
              anchor={writtenAt.anchor}
              focusFor={place}
              onSend={(body) => actions.create({ ...writtenAt, body })}
              // The next one is about the field, unless words are selected again.
              onSent={() => writtenAt.anchor && onOpen({ ...writtenAt, anchor: null })}
            />
          </section>
        )}
        <QueryState query={query} rows={3} />
        {query.isSuccess && !query.hasNextPage && !isSought && threads.length === 0 && place === null && (
          <Empty
            icon={MessageSquare}
            title={state === 'open' ? t.none : t.noneResolved}
            help={state === 'open' && mayWrite ? t.noneHelp : undefined}
          />
        )}
        {threads.map((thread) => (
          <ThreadCard
            key={thread.id}
            thread={thread}
            form={form}
            locale={locale}
            actions={actions}
            mayWrite={mayWrite}
            isFirst={thread.id === threadId}
            isGone={gone.has(thread.id)}
            onShowField={showField}
          />
        ))}
        <NextPage query={query} label={t.earlier} className="max-sm:h-11" />
      </div>
    </aside>
  );
}
