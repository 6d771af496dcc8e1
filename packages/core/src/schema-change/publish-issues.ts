import { acceptsMime, type CollectionDocument, checkValues, type Path } from '@stele/schema';
import type { LocaleValues } from '../content/draft-values.ts';
import type { MentionedContent, MentionedEntry } from '../content/mentioned-content.store.ts';
import { publishedMentionsIn } from '../content/mentions.ts';

/** Issues because of which values can't be published: broken rules, and mentions that a field doesn't accept. */
export function issuesOf(
  collection: CollectionDocument,
  values: LocaleValues,
  { mentioned, assets }: MentionedContent,
): readonly { readonly path: Path }[] {
  const mentions = publishedMentionsIn(collection, [['', values]]);
  const refused = mentions.references.filter(
    ({ id, collections }) => mentioned.has(id) && !isTarget(mentioned.get(id), collections),
  );
  const unaccepted = mentions.assets.filter(({ id, accept }) => {
    const asset = assets.get(id);
    return asset !== undefined && !acceptsMime(accept, asset.mime);
  });
  return [...checkValues(collection, values, 'publish'), ...refused, ...unaccepted];
}

/** Whether a field may mention an entry. */
export function isTarget(entry: MentionedEntry | undefined, collections: readonly string[] | null): boolean {
  return entry !== undefined && (collections?.includes(entry.collectionKey) ?? true);
}
