import {
  asStored,
  beginning,
  type CollectionDocument,
  findCollection,
  findIssues,
  isBlankText,
  isSameJson,
  type SchemaDocument,
  sortKeyOf,
  sortText,
  textsIn,
  titleOf,
  withDefaults,
  withoutMarks,
} from '@stele/schema';
import { fieldMarks, type SearchedDraft, searchVector } from '@stele/search';
import { canonicalJson, type Json, sha256 } from '@stele/snapshot';
import { type ErrorDetail, ErrorDetails } from '../platform/error-details.ts';

/** The most bytes of one locale's values, as canonical JSON. */
const MAX_LOCALE_BYTES = 1024 * 1024;

/** The most bytes that one save writes. Shared fields are written to each locale. */
const MAX_SAVED_BYTES = 16 * 1024 * 1024;

/** One locale's values. */
export type LocaleValues = Readonly<Record<string, Json>>;

/** Values of several locales. */
export type ValuesByLocale = Iterable<readonly [locale: string, values: LocaleValues]>;

/** The values of drafts. A removed draft counts as empty. */
export function valuesByLocale(
  drafts: Iterable<readonly [locale: string, draft: { readonly values: LocaleValues } | null]>,
): Map<string, LocaleValues> {
  return new Map([...drafts].map(([locale, draft]) => [locale, draft?.values ?? {}]));
}

/** The keys of the fields that all locales share. */
export function sharedKeys(collection: CollectionDocument | null): ReadonlySet<string> {
  return new Set((collection?.fields ?? []).filter(({ localized }) => !localized).map(({ key }) => key));
}

/** Values with the shared fields of another locale's draft, which are the same in all drafts of an entry. */
export function withSharedOf(
  collection: CollectionDocument | null,
  values: LocaleValues,
  other: LocaleValues | null,
): LocaleValues {
  if (!collection || !other) return values;
  const shared = sharedKeys(collection);
  const pick = (from: LocaleValues, wanted: boolean): LocaleValues =>
    Object.fromEntries(Object.entries(from).filter(([key]) => shared.has(key) === wanted));
  return { ...pick(values, false), ...pick(other, true) };
}

/** Facts about a project that the rules for content need. */
export interface ContentRules {
  readonly locales: readonly string[];
  readonly defaultLocale: string;
  /** Null before the first push: then a locale takes any JSON object. */
  readonly schema: SchemaDocument | null;
}

/** A locale's values that may be saved. */
export interface CheckedValues {
  readonly values: LocaleValues;
  readonly hash: string;
}

/** The drafts of an entry after a save, and all errors in the values that were sent. */
export interface PreparedDrafts {
  /** Locales that the save changes: their new values, or null for a removed draft. */
  readonly changed: ReadonlyMap<string, CheckedValues | null>;
  /** All drafts after the save. */
  readonly drafts: ReadonlyMap<string, CheckedValues>;
  readonly details: readonly ErrorDetail[];
}

/** Values as they were sent, by locale; null removes a locale's draft. */
export type InputValues = Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;

/**
 * Computes the drafts after a save. It replaces each locale that was sent. Shared fields that weren't sent stay; others are
 * written to all locales.
 *
 * @param before the current drafts; null for a new entry, whose fields get their defaults
 */
export function prepareDrafts(
  rules: ContentRules,
  collectionKey: string,
  before: ReadonlyMap<string, { readonly values: LocaleValues; readonly valuesHash: string }> | null,
  given: InputValues,
): PreparedDrafts {
  const details = new ErrorDetails();
  const refused = (): PreparedDrafts => ({ changed: new Map(), drafts: new Map(), details: details.list() });
  const known = rules.locales.join(', ');
  for (const locale of Object.keys(given).filter((one) => !rules.locales.includes(one))) {
    details.add({ path: ['values', locale], message: `The project has no locale ${locale}. It has: ${known}.` });
  }
  const collection = findCollection(rules.schema, collectionKey);
  if (rules.schema && !collection) {
    const keys = rules.schema.collections.map(({ key }) => key).join(', ');
    const message = `The schema has no collection "${collectionKey}". It has: ${keys}.`;
    details.add({ path: ['collection_key'], message });
  }
  if (details.found > 0) return refused();

  // Texts that were copied from a preview, or read for one, still name their fields.
  const clean = withoutMarks(given);
  const values = collection
    ? mergeShared(collection, before, clean, details)
    : new Map(Object.entries(clean).map(([locale, own]) => [locale, own as LocaleValues | null]));
  if (values === null) return refused();
  const drafts = new Map<string, CheckedValues>(
    [...(before ?? [])].map(([locale, draft]) => [locale, { values: draft.values, hash: draft.valuesHash }]),
  );
  const changed = new Map<string, CheckedValues | null>();
  for (const [locale, own] of values) {
    if (own === null) {
      if (drafts.delete(locale)) changed.set(locale, null);
      continue;
    }
    if (collection) {
      const { issues, more } = findIssues(collection, own, 'draft');
      for (const { path, message } of issues) details.add({ path: ['values', locale, ...path], message });
      details.count(more);
    }
    const checked = hashValues(own);
    if (!checked) {
      const message = `The values of one locale may have at most ${MAX_LOCALE_BYTES} bytes.`;
      details.add({ path: ['values', locale], message });
    } else if (drafts.get(locale)?.hash !== checked.hash) {
      drafts.set(locale, checked);
      changed.set(locale, checked);
    }
  }
  return { changed, drafts, details: details.list() };
}

/** Values with their hash; null when they're too large. */
export function hashValues(values: LocaleValues): CheckedValues | null {
  const text = canonicalJson(values);
  return Buffer.byteLength(text) > MAX_LOCALE_BYTES ? null : { values, hash: sha256(text) };
}

/** An entry's title and sort key in lists. */
export interface ListFacts {
  readonly title: string;
  /** The sort key in lists by title. */
  readonly titleKey: string;
  /** The sort key in a collection that is ordered by a field; empty in others. */
  readonly orderKey: string;
}

/**
 * An entry's title and sort key in lists, from the default locale, or else from another one. Without a schema, the title is the
 * field `title`, or else any string.
 *
 * @param otherwise the title of an entry without any string
 */
export function deriveListFacts(
  rules: Pick<ContentRules, 'schema' | 'defaultLocale'>,
  collectionKey: string,
  drafts: ReadonlyMap<string, LocaleValues>,
  otherwise: string,
): ListFacts {
  const collection = findCollection(rules.schema, collectionKey);
  const title = (collection ? titleOf(collection, drafts, rules.defaultLocale) : anyTitle(rules, drafts)) ?? otherwise;
  const isByField = collection && collection.order !== null && collection.order !== 'manual';
  const [first = {}] = drafts.values();
  const values = drafts.get(rules.defaultLocale) ?? first;
  return {
    title,
    titleKey: sortText(title, rules.defaultLocale),
    orderKey: isByField ? sortKeyOf(collection, values, '', rules.defaultLocale) : '',
  };
}

/** A title without a schema; null without any text. */
function anyTitle(
  { defaultLocale }: Pick<ContentRules, 'defaultLocale'>,
  drafts: ReadonlyMap<string, LocaleValues>,
): string | null {
  const preferred = drafts.get(defaultLocale);
  const ordered = [...(preferred ? [preferred] : []), ...drafts.values()];
  const titles = ordered.flatMap((values) => values.title ?? []);
  const texts = ordered.flatMap((values) => Object.values(values));
  const found = [...titles, ...texts].find(
    (value): value is string => typeof value === 'string' && !isBlankText(value),
  );
  return found === undefined ? null : beginning(found.trim(), 200);
}

/** The search terms of a draft, as a parameter of the type `tsvector`. */
export function searchVectorOf(
  { schema }: Pick<ContentRules, 'schema'>,
  { collectionKey, ...draft }: SearchedDraft & { readonly collectionKey: string },
  values: LocaleValues,
): Buffer {
  const collection = findCollection(schema, collectionKey);
  const marks = fieldMarks(values);
  if (!collection) {
    const { title = null, ...others } = values;
    return searchVector(draft, { title: stringsIn(title), others: stringsIn(others), marks });
  }
  const { fields } = collection;
  const titleKey = collection.title_field ?? fields.find(({ type }) => type === 'text')?.key;
  const textsOf = (isTitle: boolean): string[] =>
    textsIn({ ...collection, fields: fields.filter(({ key }) => (key === titleKey) === isTitle) }, values);
  return searchVector(draft, { title: textsOf(true), others: textsOf(false), marks });
}

/** Every text in a value. */
function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object'
    ? Object.values(value).flatMap((item: Json) => stringsIn(item))
    : [];
}

/**
 * Complete values of each locale that a save may change, including shared fields.
 *
 * @returns null when they're too large, which adds a detail
 */
function mergeShared(
  collection: CollectionDocument,
  before: ReadonlyMap<string, { readonly values: LocaleValues }> | null,
  given: InputValues,
  details: ErrorDetails,
): Map<string, LocaleValues | null> | null {
  const keys = sharedKeys(collection);
  const pick = (values: LocaleValues, wanted: boolean): Record<string, Json> =>
    Object.fromEntries(Object.entries(values).filter(([key]) => keys.has(key) === wanted));
  const [anyDraft] = before?.values() ?? [];
  const shared: Record<string, Json> = anyDraft ? pick(anyDraft.values, true) : {};
  const givenBy = new Map<string, string>();
  for (const [locale, own] of Object.entries(given)) {
    for (const [key, value] of Object.entries(pick((own ?? {}) as LocaleValues, true))) {
      const first = givenBy.get(key);
      if (first !== undefined && !isSameJson(shared[key], value)) {
        const message = `All locales share this field, and ${first} gives it another value.`;
        details.add({ path: ['values', locale, key], message });
      } else {
        givenBy.set(key, locale);
        shared[key] = value;
      }
    }
  }
  const locales = new Set([...Object.keys(given), ...(givenBy.size > 0 ? (before?.keys() ?? []) : [])]);
  if (Buffer.byteLength(canonicalJson(shared)) * locales.size > MAX_SAVED_BYTES) {
    const message = `Shared fields may have at most ${MAX_SAVED_BYTES} bytes in all locales together.`;
    details.add({ path: ['values'], message });
    return null;
  }
  const complete = (own: LocaleValues, isNew: boolean): LocaleValues => {
    const whole = { ...shared, ...pick(own, false) };
    return asStored(collection.fields, isNew ? withDefaults(collection, whole) : whole);
  };
  const merged = new Map<string, LocaleValues | null>();
  for (const [locale, draft] of before ?? []) {
    if (!Object.hasOwn(given, locale) && givenBy.size > 0) merged.set(locale, complete(draft.values, false));
  }
  for (const [locale, own] of Object.entries(given)) {
    merged.set(locale, own === null ? null : complete(own as LocaleValues, !before?.has(locale)));
  }
  return merged;
}
