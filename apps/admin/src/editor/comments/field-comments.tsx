import { MessageSquare, MessageSquarePlus } from 'lucide-react';
import { comments as t } from '#messages/comments';
import { formats } from '@/i18n/language.ts';
import { cn } from '@/ui/cn.ts';
import { useForm } from '../form/form-context.tsx';
import { isAbout, placeOf, useCommenting } from './comments-context.ts';
import { useCommentOn } from './use-comment-on.ts';

/** At a field with open comments, how many there are; at others, while one is there, the way to write the first. */
export function FieldComments({ label, path }: { readonly label: string; readonly path: string }) {
  const form = useForm();
  const commenting = useCommenting();
  const commentOn = useCommentOn();
  const { number } = formats;
  if (!commenting) return null;
  const place = placeOf(form, form.locale, path);
  const count = commenting.threads.filter((thread) => isAbout(form, thread, place)).length;
  const isEmpty = count === 0;
  const Icon = isEmpty ? MessageSquarePlus : MessageSquare;
  return (
    <button
      type="button"
      // The keyboard has a shortcut for it: a stop at every field would be too many.
      {...(isEmpty && { tabIndex: -1, 'aria-hidden': true })}
      title={isEmpty ? t.commentHere : undefined}
      // Keeps the selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ currentTarget }) => commentOn?.(currentTarget)}
      className={cn(
        'inline-flex min-h-6 min-w-6 items-center justify-center gap-1 rounded-full px-1.5 hover:bg-hover',
        isEmpty
          ? 'opacity-0 [[data-field-path]:focus-within>div>span>&]:opacity-100 [[data-field-path]:hover>div>span>&]:opacity-100'
          : 'bg-accent-soft font-medium text-foreground',
      )}
    >
      <Icon className="size-3.5" aria-hidden />
      {!isEmpty && (
        <>
          <span aria-hidden>{number(count)}</span>
          <span className="sr-only">{t.openAt({ count, field: label })}</span>
        </>
      )}
    </button>
  );
}
