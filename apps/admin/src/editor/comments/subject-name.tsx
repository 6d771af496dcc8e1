import { useCallback, useSyncExternalStore } from 'react';
import { comments as t } from '#messages/comments';
import { formats } from '@/i18n/language.ts';
import type { EntryForm } from '../form/form-context.tsx';
import { pathNow } from '../form/lasting-path.ts';
import { childOf, fieldsTo, partsOf } from '../form/paths.ts';
import { findAnchor } from './anchors.ts';
import type { CommentSubject } from './comments-context.ts';
import { plainText, selectIn } from './text-anchor.ts';

interface SubjectNameProps {
  readonly form: EntryForm;
  readonly locale: string;
  readonly place: CommentSubject;
  readonly onShowField: (locale: string, path: string) => void;
}

/** The subject of a comment, and the way there; for words in a text, also whether they're still in it. */
export function SubjectName({ form, locale, place, onShowField }: SubjectNameProps) {
  const { language } = formats;
  const { path: lasting, anchor } = place;
  const at = place.locale ?? locale;
  const { store, collection } = form;
  const [key = ''] = lasting?.split('.', 1) ?? [];
  const listen = useCallback((listener: () => void) => store.listen(at, key, listener), [store, at, key]);
  const path = useSyncExternalStore(listen, () => lasting && pathNow(store, at, lasting));
  const value = useSyncExternalStore(listen, () => (path === null ? null : store.value(at, path)));
  if (lasting === null) return <p className="text-xs font-medium text-muted">{t.wholeEntry}</p>;
  if (path === null) return <p className="text-xs font-medium text-muted">{t.fieldGone}</p>;
  const fields = fieldsTo(collection.fields, path, { [key]: store.value(at, key) ?? null });
  const rows = partsOf(path).filter((part) => typeof part === 'number');
  const isThere = fields.length > 0 && (rows.length === 0 || hasRow(store.value(at, key), path));
  const label = [...fields.map(({ field }) => field.label), ...rows.map((row) => row + 1)].join(' · ');
  const found = isThere && anchor ? findAnchor(plainText(value ?? undefined), anchor) : null;
  const show = (): void => {
    onShowField(at, path);
    if (!found) return;
    const selector = `[data-field-path="${CSS.escape(path)}"][data-field-locale="${CSS.escape(at)}"]`;
    // After the field has taken the focus, for which its tab may have to be drawn first.
    setTimeout(() => {
      const field = [...document.querySelectorAll(selector)].at(-1);
      if (field) selectIn(field, found.start, found.end);
    }, AFTER_FOCUS_MS);
  };
  return (
    <div className="flex min-w-0 flex-col gap-1 text-xs">
      {isThere ? (
        <button
          type="button"
          onClick={show}
          className="self-start text-start font-medium text-muted hover:underline max-sm:min-h-11"
        >
          {place.locale === null ? label : t.at({ field: label, language: language(place.locale) })}
        </button>
      ) : (
        <p className="font-medium text-muted">{t.fieldGone}</p>
      )}
      {anchor && (
        <blockquote
          dir="auto"
          className={
            found
              ? 'line-clamp-3 border-s-2 border-accent ps-2 whitespace-pre-line'
              : 'line-clamp-3 border-s-2 border-border-strong ps-2 whitespace-pre-line text-muted line-through'
          }
        >
          {found ? plainText(value ?? undefined).slice(found.start, found.end) : anchor.exact}
        </blockquote>
      )}
      {anchor && isThere && !found && <p className="text-warning">{t.gone}</p>}
    </div>
  );
}

const AFTER_FOCUS_MS = 150;

/** Whether all rows on a path are there. */
function hasRow(root: Parameters<typeof childOf>[0], path: string): boolean {
  const [, ...parts] = partsOf(path);
  let value = root;
  for (const part of parts) {
    const next = childOf(value, part);
    if (next === undefined && typeof part === 'number') return false;
    value = next;
  }
  return true;
}
