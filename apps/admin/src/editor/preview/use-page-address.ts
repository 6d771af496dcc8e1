import { type FieldValues, type PreviewAddress, previewPath, previewPlaces } from '@stele/schema';
import { useCallback, useRef } from 'react';
import { useEntries } from '@/entry/use-entry.ts';
import type { EntryForm } from '../form/form-context.tsx';
import type { EditSession } from '../session/edit-session.ts';
import type { SessionView } from '../session/session-view.ts';
import { useSessionFact } from '../session/use-session-fact.ts';

/**
 * Where an entry's page is, by what was saved last: the website doesn't know of what isn't.
 *
 * @returns null while an entry that the address needs is being read
 */
export function usePageAddress(
  template: string,
  { store }: EntryForm,
  session: EditSession,
  locale: string,
): PreviewAddress | null {
  const saved = useRef<{ readonly of: string; readonly facts: string } | null>(null);
  // As a text, so that it's the same as long as the values are.
  const facts = useSessionFact(
    session,
    useCallback(
      ({ state }: SessionView) => {
        const of = `${locale} ${template}`;
        if (state === 'saved' || saved.current?.of !== of) {
          const keys = previewPlaces(template).map(({ field }) => field);
          saved.current = { of, facts: JSON.stringify(keys.map((key) => [key, store.value(locale, key) ?? null])) };
        }
        return saved.current.facts;
      },
      [template, store, locale],
    ),
  );
  const values: FieldValues = Object.fromEntries(JSON.parse(facts));
  const follows = previewPlaces(template).flatMap(({ field, of }) => (of === null ? [] : [field]));
  const ids = follows.flatMap((field) => (typeof values[field] === 'string' ? [values[field]] : []));
  const entries = useEntries(ids);
  if (entries.some(({ isPending }) => isPending)) return null;
  return previewPath(template, locale, values, (field) => {
    const all = entries.find(({ data }) => data?.id === values[field])?.data?.values as
      | Readonly<Record<string, FieldValues>>
      | undefined;
    return all && (all[locale] ?? Object.values(all)[0]);
  });
}
