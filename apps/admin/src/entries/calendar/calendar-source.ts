import type { CollectionDocument, FieldDocument } from '@stele/schema';
import { mayReview } from '@/entry/review.ts';
import { mayWrite } from '@/project/entry-rights.ts';
import type { OpenProject } from '@/project/project-context.tsx';
import type { ListedEntry } from '../list-columns.tsx';
import { dayFields, type ListViewProps } from '../list-views.ts';
import { dayOf, laterDay } from './calendar-days.ts';

/** A source of a calendar's days: a field in a language, or due dates. */
export type DaySource =
  | { readonly key: string; readonly field: FieldDocument; readonly locale: string }
  | { readonly key: 'due'; readonly field: null };

/** Sources of days of a collection's entries, by their keys in the address; at least one, if it has a calendar. */
export function sourcesOf(collection: CollectionDocument, locale: string): readonly DaySource[] {
  return [
    ...dayFields(collection).map((field) => ({ key: `field.${field.key}`, field, locale })),
    ...(collection.workflow ? [{ key: 'due' as const, field: null }] : []),
  ];
}

function valuesOf(entry: ListedEntry): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  return 'values' in entry ? (entry.values as Record<string, Record<string, unknown>>) : {};
}

/** The language in which an entry's day is read and written: of what all languages share, one that it has. */
export function dayLocale({ field, locale }: Extract<DaySource, { locale: string }>, entry: ListedEntry): string {
  const own = valuesOf(entry);
  return field.localized || Object.hasOwn(own, locale) ? locale : (Object.keys(own)[0] ?? locale);
}

/** The value that an entry's day is taken from; null without one. */
export function dayValue(source: DaySource, entry: ListedEntry): string | null {
  if (!source.field) return entry.review?.due_on ?? null;
  const value = valuesOf(entry)[dayLocale(source, entry)]?.[source.field.key];
  return typeof value === 'string' ? value : null;
}

/** The time of an entry, in milliseconds since 1970; 0 without one. */
export function timeIn(source: DaySource, entry: ListedEntry): number {
  return Date.parse(dayValue(source, entry) ?? '') || 0;
}

/** The day of an entry; null without one. */
export function dayIn(source: DaySource, entry: ListedEntry): string | null {
  return dayOf(source.field?.type ?? 'date', dayValue(source, entry));
}

/** Whether one may move an entry to another day. The server decides. */
export function mayMoveDay(open: OpenProject, source: DaySource, entry: ListedEntry): boolean {
  if (!source.field) return mayReview(open, entry);
  // Values shared by languages are written in all of them.
  const written = source.field.localized ? [source.locale] : Object.keys(entry.locales_status);
  return written.every((locale) => mayWrite(open, entry, locale));
}

/** The request for entries of a list that have their day between two others. */
export function calendarInput(
  { limit: _, sort: __, include: ___, ...filters }: ListViewProps['input'],
  { field }: DaySource,
  [first, last]: readonly [string, string],
) {
  if (!field) {
    const until = filters.due_by && filters.due_by < last ? filters.due_by : last;
    return { ...filters, due_from: first, due_by: until, ...(filters.locale && { include: 'short_values' }) };
  }
  // The API compares the day as it's written, in any offset; the calendar shows the browser's. They are up to two days apart.
  const [from, to] = field.type === 'datetime' ? [laterDay(first, -2), laterDay(last, 2)] : [first, last];
  const range = `${field.key}:gte:${from},${field.key}:lte:${to}`;
  return { ...filters, filter: filters.filter ? `${filters.filter},${range}` : range, include: 'short_values' };
}
