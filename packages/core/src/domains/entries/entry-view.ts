import { fieldKind, findCollection, type SchemaDocument } from '@stele/schema';
import type { Json } from '@stele/snapshot';
import { type LocaleValues, valuesByLocale } from '../../content/draft-values.ts';
import { type EntryRecord, type EntryState, TRASH_RETENTION_MS } from '../../entries/entry.ts';
import { changedLocales, localesStatus, statusOf } from '../../entries/entry-status.ts';
import type { ErrorDetail } from '../../platform/error-details.ts';
import type { EntryListItem, EntryView, RefusedValue } from './entries.schemas.ts';
import type { ReviewView } from './review/review.schemas.ts';

/** Why values are refused, as answers that aren't errors say it. */
export function toRefusals(details: readonly ErrorDetail[]): RefusedValue[] {
  return details.map(({ path, message, reason, title }) => ({
    path: [...path],
    message,
    ...(reason && { reason }),
    ...(title !== undefined && { title }),
  }));
}

/** The entry's place in the workflow. Values that changed since the approval are in the first state again. */
export function toReviewView(entry: EntryRecord): ReviewView | null {
  const { review, valuesVersion, drafts } = entry;
  if (!review) return null;
  const isOutdated = review.approvedVersion !== null && review.approvedVersion < valuesVersion;
  return {
    state: isOutdated ? null : review.state,
    approved_version: review.approvedVersion,
    approved_locales: Object.entries(review.approved)
      .filter(([locale, { hash }]) => drafts.get(locale)?.valuesHash === hash)
      .map(([locale]) => locale)
      .sort(),
    moved_at: review.movedAt === null ? null : new Date(review.movedAt).toISOString(),
    moved_by: review.movedBy,
    note: review.note,
    assignee: review.assignee,
    due_on: review.dueOn,
  };
}

/** An entry as lists show it. */
export function toEntryListItem(entry: EntryRecord): EntryListItem {
  const publishedAt = [...entry.live.values()].map((live) => live.publishedAt.getTime());
  return {
    id: entry.id,
    external_id: entry.externalId,
    collection_key: entry.collectionKey,
    version: entry.version,
    status: statusOf(entry).status,
    locales_status: localesStatus(entry),
    changed_locales: changedLocales(entry),
    title: entry.title,
    created_at: entry.createdAt.toISOString(),
    created_by: entry.createdBy,
    updated_at: entry.updatedAt.toISOString(),
    updated_by: entry.updatedBy,
    published_at: publishedAt.length > 0 ? new Date(Math.max(...publishedAt)).toISOString() : null,
    review: toReviewView(entry),
    trashed_at: entry.trashedAt?.toISOString() ?? null,
    purge_at: entry.trashedAt ? new Date(entry.trashedAt.getTime() + TRASH_RETENTION_MS).toISOString() : null,
    was_live_in: [...entry.wasLiveIn].sort(),
  };
}

/**
 * An entry with its values.
 *
 * @param fields keys of the fields to show; null for all
 */
export function toEntryView(entry: EntryRecord, fields: ReadonlySet<string> | null = null): EntryView {
  const values = [...valuesByLocale(entry.drafts)].map(([locale, own]): [string, LocaleValues] => [
    locale,
    fields ? Object.fromEntries(Object.entries(own).filter(([key]) => fields.has(key))) : own,
  ]);
  return { ...toEntryListItem(entry), values: byLocale(values) };
}

/** The keys of a collection's fields whose values fit into a cell of a table; none without a schema. */
export function shortFields(schema: SchemaDocument | null, collection: string): ReadonlySet<string> {
  const fields = findCollection(schema, collection)?.fields ?? [];
  return new Set(fields.filter(({ type }) => !fieldKind(type).isLong).map(({ key }) => key));
}

/** The draft values behind the live version, by locale. */
export function liveValuesOf(entry: EntryRecord): Record<string, Readonly<Record<string, Json>>> {
  return byLocale(entry.liveValues);
}

/** Machine-translated fields of some of an entry's drafts that no one has checked: locale → fields. */
export function uncheckedFieldsOf(
  { drafts }: Pick<EntryState, 'drafts'>,
  locales: Iterable<string>,
): Record<string, string[]> {
  return byLocale(
    [...locales].flatMap((locale): [string, string[]][] => {
      const fields = drafts.get(locale)?.uncheckedFields ?? [];
      return fields.length > 0 ? [[locale, [...fields]]] : [];
    }),
  );
}

function byLocale<Value>(values: Iterable<readonly [string, Value]>): Record<string, Value> {
  return Object.fromEntries([...values].sort(([a], [b]) => (a < b ? -1 : 1)));
}
