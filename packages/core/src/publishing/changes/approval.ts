import { findCollection, publishedFrom, type SchemaDocument } from '@stele/schema';
import type { EntryRecord } from '../../entries/entry.ts';
import type { ErrorDetail } from '../../platform/errors.ts';
import { languageName } from '../../platform/language-name.ts';

/**
 * The locales in which an entry's drafts can't be published for want of an approval, as error details. Approved values may go
 * live, and so may values that are live already; values that changed since the approval may not.
 */
export function unapprovedValues(
  { collectionKey, drafts, live, review }: Pick<EntryRecord, 'collectionKey' | 'drafts' | 'live' | 'review'>,
  schema: SchemaDocument | null,
  locales: readonly string[],
): ErrorDetail[] {
  const collection = findCollection(schema, collectionKey);
  const needed = collection && publishedFrom(collection);
  if (!needed) return [];
  const upTo = review?.state === needed.key ? (review.approvedVersion ?? 0) : 0;
  const by = collection.workflow?.approval === 'another_person' ? 'Another person' : 'Someone';
  return locales.flatMap((locale, index): ErrorDetail[] => {
    const draft = drafts.get(locale);
    if (!draft || draft.version <= upTo || draft.valuesHash === live.get(locale)?.valuesHash) return [];
    const message = `${by} has to move the entry to "${needed.label}" first: its values in ${languageName(locale)} are not approved.`;
    return [{ path: ['locales', index], message, reason: 'not_approved', title: needed.label }];
  });
}
