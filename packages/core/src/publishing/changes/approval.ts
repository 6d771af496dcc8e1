import { findCollection, publishedFrom, type SchemaDocument, type WorkflowState } from '@stele/schema';
import type { EntryRecord } from '../../entries/entry.ts';
import type { ErrorDetail } from '../../platform/errors.ts';
import { languageName } from '../../platform/language-name.ts';

type Reviewed = Pick<EntryRecord, 'drafts' | 'live' | 'review'>;

/**
 * Whether an entry's newest values in a locale are live, or approved, or wait for that. An approval holds for exactly the values
 * that were looked at, shared ones included, whatever happens in other locales. Null where there are no values.
 */
export function standingOf(
  { drafts, live, review }: Reviewed,
  needed: Pick<WorkflowState, 'key'>,
  locale: string,
): 'live' | 'approved' | 'waiting' | null {
  const draft = drafts.get(locale);
  if (!draft) return null;
  if (draft.valuesHash === live.get(locale)?.valuesHash) return 'live';
  const approval = review?.approved[locale];
  return approval?.state === needed.key && approval.hash === draft.valuesHash ? 'approved' : 'waiting';
}

/** The locales whose newest values wait for an approval, sorted. */
export function waitingLocales(entry: Reviewed, needed: Pick<WorkflowState, 'key'>): string[] {
  return [...entry.drafts.keys()].filter((locale) => standingOf(entry, needed, locale) === 'waiting').sort();
}

/**
 * The locales that an approval is for, sorted. Live values need one before they leave the site, which names their locales.
 *
 * @param asked null for all that wait
 */
export function localesToApprove(
  entry: Reviewed,
  needed: Pick<WorkflowState, 'key'>,
  asked: readonly string[] | null,
): string[] {
  const waiting = waitingLocales(entry, needed);
  const live = [...entry.drafts.keys()].filter((locale) => standingOf(entry, needed, locale) === 'live').sort();
  if (asked === null) return waiting;
  return [...waiting, ...live].filter((locale) => asked.includes(locale)).sort();
}

/** The locales in which an entry's drafts can't be published for want of an approval, as error details. */
export function unapprovedValues(
  entry: Reviewed & Pick<EntryRecord, 'collectionKey'>,
  schema: SchemaDocument | null,
  locales: readonly string[],
): ErrorDetail[] {
  const collection = findCollection(schema, entry.collectionKey);
  const needed = collection && publishedFrom(collection);
  if (!needed) return [];
  const by = collection.workflow?.approval === 'another_person' ? 'Another person' : 'Someone';
  return locales.flatMap((locale, index): ErrorDetail[] => {
    if (standingOf(entry, needed, locale) !== 'waiting') return [];
    const message = `${by} has to move the entry to "${needed.label}" first: its values in ${languageName(locale)} are not approved.`;
    return [{ path: ['locales', index], message, reason: 'not_approved', title: needed.label }];
  });
}
