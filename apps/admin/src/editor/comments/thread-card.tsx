import { Check, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { comments as t } from '#messages/comments';
import { useProject } from '@/project/project-context.tsx';
import { ActorName } from '@/ui/actor-name.tsx';
import { IconButton } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import { MenuItem, MoreMenu } from '@/ui/menu.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import type { EntryForm } from '../form/form-context.tsx';
import type { Thread } from './comments-context.ts';
import { Composer } from './composer.tsx';
import { partsOfBody, toText } from './mentions.ts';
import { SubjectName } from './subject-name.tsx';
import { editName, unsentAt, useUnsent, type WithinThread } from './unsent.ts';
import type { CommentActions } from './use-comment-actions.ts';

interface ThreadCardProps {
  readonly thread: Thread;
  readonly form: EntryForm;
  readonly locale: string;
  readonly actions: CommentActions;
  readonly mayWrite: boolean;
  /** Whether someone was led to it: it's scrolled to, and marked. */
  readonly isFirst: boolean;
  /** Whether it was deleted while something was typed in it. */
  readonly isGone: boolean;
  readonly onShowField: (locale: string, path: string) => void;
}

/**
 * A thread: its subject, its comments, and a box to reply in. If the thread is deleted, a reply being typed becomes a new comment
 * at the same place.
 */
export function ThreadCard({ thread, form, locale, actions, mayWrite, isFirst, isGone, onShowField }: ThreadCardProps) {
  const card = useRef<HTMLElement>(null);
  const isResolved = thread.resolved_at !== null;
  const [first] = thread.comments;
  const hasReply = useUnsent(thread.id) !== undefined;
  const within = { entryId: form.entryId, thread };
  const { locale: ownLocale, path, anchor } = thread;
  const post = (body: string) =>
    actions.create(isGone ? { locale: ownLocale, path, anchor, body } : { body, thread_id: thread.id });
  const submit = isGone ? t.postAsNew : t.reply;
  useEffect(() => {
    if (isFirst) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isFirst]);
  return (
    <article
      ref={card}
      data-thread={thread.id}
      className={cn('flex flex-col gap-3 rounded-lg border bg-surface p-3', isFirst && 'border-accent')}
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <SubjectName form={form} locale={locale} place={thread} onShowField={onShowField} />
        </div>
        {!isGone && (
          <IconButton
            icon={isResolved ? RotateCcw : Check}
            label={isResolved ? t.reopen : t.resolve}
            title={isResolved ? t.reopen : t.resolve}
            className="max-sm:size-11"
            onClick={() => actions.setResolved(thread.id, !isResolved)}
          />
        )}
      </div>
      <ol className="flex flex-col gap-3">
        {thread.comments.map((comment) => (
          <CommentLine
            key={comment.id}
            comment={comment}
            actions={actions}
            within={within}
            isGone={isGone}
            submitAnew={submit}
            onPost={post}
          />
        ))}
      </ol>
      {isGone && (
        <p role="alert" className="text-sm">
          {t.threadGone}
        </p>
      )}
      {isResolved && !isGone && thread.resolved_by && (
        <p className="text-xs text-muted">
          {t.resolvedBy({ name: thread.resolved_by.name })}
          {mayWrite && ` · ${t.replyReopens}`}
        </p>
      )}
      {mayWrite && (!isGone || hasReply) && (
        <Composer
          name={thread.id}
          label={t.replyTo({ name: first?.author.name ?? '' })}
          submit={submit}
          within={within}
          onSend={post}
          {...(isGone && { onCancel: () => undefined, cancelLabel: t.discard })}
        />
      )}
    </article>
  );
}

interface CommentLineProps {
  readonly comment: Thread['comments'][number];
  readonly actions: CommentActions;
  readonly within: WithinThread;
  /** Whether its thread was deleted. */
  readonly isGone: boolean;
  /** Label of the button that posts the text of a comment that was deleted while it was edited. */
  readonly submitAnew: string;
  readonly onPost: (body: string) => Promise<unknown>;
}

function CommentLine({ comment, actions, within, isGone, submitAnew, onPost }: CommentLineProps) {
  const { user, mayManage } = useProject();
  const { id, author, body, mentions } = comment;
  const name = editName(id);
  const [isEditing, setEditing] = useState(() => unsentAt(name) !== undefined);
  const hasText = useUnsent(name) !== undefined;
  const isOwn = author.id === user.id;
  const isDeleted = comment.deleted_at !== null;
  const parts = partsOfBody(body, mentions, t.someone);
  return (
    <li className="flex flex-col gap-1 text-sm">
      <div className="flex items-baseline gap-2">
        <span className="min-w-0 truncate font-medium">
          <ActorName actor={author} />
        </span>
        <span className="flex-1 text-xs text-muted">
          <TimeAgo at={comment.created_at} />
          {comment.edited_at && !isDeleted && <> · {t.edited}</>}
        </span>
        {!isDeleted && (isOwn || mayManage) && (
          <MoreMenu label={t.more({ name: author.name })}>
            {isOwn && <MenuItem icon={Pencil} label={t.edit} onSelect={() => setEditing(true)} />}
            <MenuItem icon={Trash2} label={t.delete} danger onSelect={() => actions.remove(id)} />
          </MoreMenu>
        )}
      </div>
      {isDeleted && <p className="text-muted italic">{isEditing && hasText && !isGone ? t.commentGone : t.deleted}</p>}
      {isEditing && (!isDeleted || hasText) ? (
        <Composer
          name={name}
          label={t.edit}
          submit={isDeleted ? submitAnew : t.save}
          within={within}
          initial={toText(body, mentions, t.someone)}
          focusFor={id}
          onSend={(next) => (isDeleted ? onPost(next) : actions.edit(id, next))}
          onSent={() => setEditing(false)}
          onCancel={() => setEditing(false)}
          {...(isDeleted && { cancelLabel: t.discard })}
        />
      ) : isDeleted ? null : (
        <p dir="auto" className="break-words whitespace-pre-line">
          {parts.map(({ text, isMention }, index) =>
            isMention ? (
              <span key={index} className="font-medium text-accent">
                {text}
              </span>
            ) : (
              text
            ),
          )}
        </p>
      )}
    </li>
  );
}
