import { findCollection, publishedFrom, type SchemaDocument } from '@stele/schema';
import type { EntryRecord } from '../../entries/entry.ts';
import type { ErrorDetail } from '../../platform/errors.ts';
import { languageName } from '../../platform/language-name.ts';
import { unapprovedValues } from './approval.ts';

/**
 * The live locales that an entry can't leave for want of an approval, as error details: its newest values there must be approved, as
 * if they were to go live. If that takes another person, someone else than the caller must have approved them since they are live, for
 * the approval that they went live with says nothing about leaving.
 *
 * @param people the people behind the caller
 */
export function unapprovedLeaving(
  entry: EntryRecord,
  schema: SchemaDocument | null,
  locales: readonly string[],
  people: readonly string[],
): ErrorDetail[] {
  const collection = findCollection(schema, entry.collectionKey);
  const needed = collection && publishedFrom(collection);
  if (!needed) return [];
  const unapproved = unapprovedValues({ ...entry, live: new Map() }, schema, locales);
  if (unapproved.length > 0 || collection.workflow?.approval !== 'another_person') return unapproved;
  return locales.flatMap((locale, index): ErrorDetail[] => {
    const since = entry.live.get(locale)?.publishedAt.getTime() ?? 0;
    const approval = entry.review?.approved[locale];
    if (approval && !people.includes(approval.by.id) && Date.parse(approval.at) > since) return [];
    const message = `It is live in ${languageName(locale)}: someone else has to approve it again before it leaves the site.`;
    return [{ path: ['locales', index], message, reason: 'not_approved', title: needed.label }];
  });
}
