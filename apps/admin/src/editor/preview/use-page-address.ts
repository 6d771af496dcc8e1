import {
  type FieldValues,
  type PreviewAddress,
  type PreviewCase,
  previewTemplate,
  templateFields,
} from '@stele/schema';
import { useCallback, useRef } from 'react';
import { usePagePath } from '@/entry/page/use-page-path.ts';
import type { EntryForm } from '../form/form-context.tsx';
import type { EditSession } from '../session/edit-session.ts';
import type { SessionView } from '../session/session-view.ts';
import { useSessionFact } from '../session/use-session-fact.ts';

/** Parts of a page's address. */
interface PageFacts {
  /** Null when no path fits the entry. */
  readonly template: string | null;
  readonly values: FieldValues;
}

/**
 * Where an entry's page is, by the values saved last: the website doesn't know unsaved ones.
 *
 * @returns null while an entry that the address needs is being read; `no_page` when the conditions of no path fit
 */
export function usePageAddress(
  cases: readonly PreviewCase[],
  { store, collection }: EntryForm,
  session: EditSession,
  locale: string,
): PreviewAddress | 'no_page' | null {
  const saved = useRef<{ readonly of: string; readonly facts: string } | null>(null);
  // As a text, so that it's the same as long as the values are.
  const facts = useSessionFact(
    session,
    useCallback(
      ({ state }: SessionView) => {
        const of = `${locale} ${JSON.stringify(cases)}`;
        if (state === 'saved' || saved.current?.of !== of) {
          const all = store.values(locale);
          const template = previewTemplate(cases, collection, all);
          const keys = templateFields(template ?? '').map(({ field }) => field);
          const values = Object.fromEntries(keys.map((key) => [key, all[key] ?? null]));
          saved.current = { of, facts: JSON.stringify({ template, values } satisfies PageFacts) };
        }
        return saved.current.facts;
      },
      [cases, store, collection, locale],
    ),
  );
  const { template, values }: PageFacts = JSON.parse(facts);
  return usePagePath(template, locale, values);
}
