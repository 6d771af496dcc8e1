import { type EntryPage, findCollection, hasPages, type PageProblem, pageKey, pageOf, parentOf } from '@stele/schema';
import { isReadable } from '../../access/permissions.ts';
import type { ContentRules } from '../../content/draft-values.ts';
import type { LivePages } from '../../content/live-pages.store.ts';
import type { ProjectContext } from '../../domains/context.ts';
import { loadNamedDrafts, type NamedDraft } from './draft-pages.store.ts';

/**
 * Where the pages of drafts are in a locale, and of the entries that they mention, as if all drafts were published.
 *
 * @param mentioned ids of entries whose drafts are loaded
 */
export async function pagesOfDrafts(
  { services, project, reads }: ProjectContext,
  { schema }: ContentRules,
  locale: string,
  drafts: readonly NamedDraft[],
  mentioned: readonly string[],
): Promise<LivePages> {
  const known = new Map<string, NamedDraft | null>(drafts.map((draft) => [draft.id, draft]));
  const load = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) known.set(id, null);
    for (const draft of await loadNamedDrafts(services.database.pool, project.id, locale, ids)) {
      // To who may not read an entry, it doesn't exist.
      if (isReadable(reads, draft.collectionKey)) known.set(draft.id, draft);
    }
  };
  await load(mentioned.filter((id) => !known.has(id)));
  const wanted = [...known.values()].filter((draft) => draft !== null);
  for (;;) {
    const missing = new Set<string>();
    const pages = new Map<string, EntryPage>();
    for (const { id, collectionKey, values } of wanted) {
      const collection = findCollection(schema, collectionKey);
      if (!collection || !hasPages(collection)) continue;
      const page: EntryPage | PageProblem = pageOf(collection, locale, { id, values }, (other) => {
        if (!known.has(other)) missing.add(other);
        return known.get(other)?.values ?? null;
      });
      const nowhere = { path: null, parent: parentOf(collection, values), depth: 0 };
      pages.set(pageKey(id, locale), 'problem' in page ? nowhere : page);
    }
    if (missing.size === 0) return pages;
    await load([...missing]);
  }
}
