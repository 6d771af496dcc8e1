import {
  type FieldValues,
  type PreviewAddress,
  type PreviewCase,
  previewPath,
  previewPlaces,
  previewTemplate,
} from '@stele/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useTRPC } from '@/api/trpc.ts';
import { useEntries } from '@/entry/use-entry.ts';
import { useProject } from '@/project/project-context.tsx';
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
          const keys = previewPlaces(template ?? '').map(({ field }) => field);
          const values = Object.fromEntries(keys.map((key) => [key, all[key] ?? null]));
          saved.current = { of, facts: JSON.stringify({ template, values } satisfies PageFacts) };
        }
        return saved.current.facts;
      },
      [cases, store, collection, locale],
    ),
  );
  const { template, values }: PageFacts = JSON.parse(facts);
  const follows = previewPlaces(template ?? '').filter(({ of }) => of !== null);
  const { project } = useProject();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const valuesOf = (entryId: string): FieldValues | undefined => {
    const key = trpc.entries.get.queryKey({ projectId: project.id, entryId });
    const all = queries.getQueryData(key)?.values as Readonly<Record<string, FieldValues>> | undefined;
    return all && (all[locale] ?? Object.values(all)[0]);
  };
  // Of a chain, as far as it's known: each entry that arrives names the next.
  const chains = new Map(follows.map(({ field, isChain }) => [field, chainOf(values, field, isChain, valuesOf)]));
  const entries = useEntries([...new Set([...chains.values()].flat())]);
  if (template === null) return 'no_page';
  if (entries.some(({ isPending }) => isPending)) return null;
  return previewPath(template, locale, values, (field) =>
    (chains.get(field) ?? []).map(valuesOf).filter((found) => found !== undefined),
  );
}

/** Longer chains are cut off; so are those that come back to an entry. */
const LONGEST_CHAIN = 20;

/** Ids of the entry that a field refers to, and of those that follow by the same field. */
function chainOf(
  values: FieldValues,
  field: string,
  isChain: boolean,
  valuesOf: (id: string) => FieldValues | undefined,
): readonly string[] {
  const ids: string[] = [];
  for (let id = values[field]; typeof id === 'string' && !ids.includes(id); id = valuesOf(id)?.[field]) {
    ids.push(id);
    if (!isChain || ids.length === LONGEST_CHAIN) break;
  }
  return ids;
}
