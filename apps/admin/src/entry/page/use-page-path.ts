import { type FieldValues, type PreviewAddress, previewPath, templateFields } from '@stele/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { useEntries } from '../use-entry.ts';

/**
 * The path of an entry's page on the website, by its values in a language.
 *
 * @param template where the schema says it is; null when the entry has no page
 * @returns null while an entry that the address needs is being read
 */
export function usePagePath(
  template: string | null,
  locale: string,
  values: FieldValues,
): PreviewAddress | 'no_page' | null {
  const { project } = useProject();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const valuesOf = (entryId: string): FieldValues | undefined => {
    const key = trpc.entries.get.queryKey({ projectId: project.id, entryId });
    const all = queries.getQueryData(key)?.values as Readonly<Record<string, FieldValues>> | undefined;
    return all && (all[locale] ?? Object.values(all)[0]);
  };
  const follows = templateFields(template ?? '').filter(({ of }) => of !== null);
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
