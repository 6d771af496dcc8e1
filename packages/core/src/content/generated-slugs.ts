import { randomBytes } from 'node:crypto';
import {
  type CollectionDocument,
  checkValue,
  type FieldDocument,
  findCollection,
  isShown,
  ownValue,
  type ShapeOf,
  slugFrom,
  uniqueValuesIn,
  withNestedSlugs,
} from '@stele/schema';
import type { Json } from '@stele/snapshot';
import type { Queryable } from '../platform/database/sql.ts';
import { ApiError } from '../platform/errors.ts';
import {
  type ContentRules,
  type InputValues,
  type LocaleValues,
  type PreparedDrafts,
  prepareDrafts,
} from './draft-values.ts';
import { loadDraftDependencies } from './mentioned-content.store.ts';
import { takenFrom } from './unique-values.ts';

/** How many numbers are tried as a suffix, before a random one. */
const MAX_SUFFIXES = 60;

type SlugField = FieldDocument & ShapeOf<'slug'> & { readonly source: string };

/** A save with generated slugs. */
interface FilledDrafts {
  readonly prepared: PreparedDrafts;
  /** Paths of slugs that were generated to be unique, as JSON. */
  readonly generated: ReadonlySet<string>;
}

/**
 * Like `prepareDrafts`, but adds the slugs that the save leaves out: the locale's existing slug, or one generated from the
 * field's `source`, with a suffix if another entry has it. A slug of null stays empty.
 *
 * @param entry `drafts` is null for a new entry
 * @param mayGenerate whether the caller may change a field of a locale: they needn't for the values that they send
 */
export async function prepareWithSlugs(
  client: Queryable,
  rules: ContentRules,
  entry: {
    readonly id: string;
    readonly projectId: string;
    readonly collectionKey: string;
    readonly drafts: ReadonlyMap<string, { readonly values: LocaleValues; readonly valuesHash: string }> | null;
  },
  given: InputValues,
  mayGenerate: (field: FieldDocument, locale: string) => boolean = () => true,
): Promise<FilledDrafts> {
  const prepared = prepareDrafts(rules, entry.collectionKey, entry.drafts, given);
  const collection = findCollection(rules.schema, entry.collectionKey);
  const fields = (collection?.fields ?? []).filter(
    (field): field is SlugField => field.type === 'slug' && field.source !== undefined,
  );
  if (!collection || prepared.details.length > 0 || fields.length === 0) return { prepared, generated: new Set() };
  const filled: Record<string, Readonly<Record<string, unknown>> | null> = { ...given };
  const generated = new Set<string>();
  for (const field of fields) {
    for (const locale of localesToFill(field, collection, rules, prepared, given)) {
      const before = ownValue(entry.drafts?.get(locale)?.values, field.key);
      const wanted = typeof before === 'string' ? before : slugOf(field, locale, rules, prepared);
      if (wanted === '') continue;
      const isUnchanged = wanted === before;
      if (!isUnchanged && !mayGenerate(field, locale)) continue;
      const slug =
        isUnchanged || !field.unique ? wanted : await freeSlug(client, entry, collection, { field, locale, wanted });
      filled[locale] = { ...filled[locale], [field.key]: slug };
      if (isUnchanged || !field.unique) continue;
      // An error about a shared field can name any locale.
      for (const one of field.localized ? [locale] : prepared.drafts.keys())
        generated.add(JSON.stringify(['values', one, field.key]));
    }
  }
  const changed = Object.entries(filled).some(([locale, own]) => own !== given[locale]);
  return { prepared: changed ? prepareDrafts(rules, entry.collectionKey, entry.drafts, filled) : prepared, generated };
}

/** The sent values, with generated slugs in their objects and blocks. */
export function inputWithNestedSlugs(rules: ContentRules, collectionKey: string, given: InputValues): InputValues {
  const collection = findCollection(rules.schema, collectionKey);
  if (!collection) return given;
  const known = new Map(collection.fields.map((field) => [field.key, field]));
  const filled = Object.entries(given).map(([locale, own]) => {
    if (own === null) return [locale, null] as const;
    const values = Object.entries(own).map(([key, value]) => {
      const field = known.get(key);
      return [key, field ? withNestedSlugs(field, value as Json, locale) : value] as const;
    });
    return [locale, Object.fromEntries(values)] as const;
  });
  return Object.fromEntries(filled);
}

/**
 * Whether a save was refused because another entry took a slug right after it was generated. Such a save can be retried.
 *
 * @param made paths of generated slugs, as JSON
 */
export function isGeneratedSlugTaken(error: unknown, made: ReadonlySet<string>): boolean {
  return (
    error instanceof ApiError &&
    error.errorCode === 'validation_failed' &&
    (error.details ?? []).some(({ path }) => made.has(JSON.stringify(path)))
  );
}

/** Locales without a slug in the save; a single one for a shared slug. */
function localesToFill(
  field: SlugField,
  collection: CollectionDocument,
  rules: ContentRules,
  prepared: PreparedDrafts,
  given: InputValues,
): string[] {
  const named = Object.entries(given).flatMap(([locale, own]) => (own === null ? [] : [{ locale, own }]));
  const isMissing = ({ locale, own }: (typeof named)[number]): boolean => {
    const values = prepared.drafts.get(locale)?.values;
    if (!values || Object.hasOwn(own, field.key)) return false;
    return ownValue(values, field.key) === undefined && isShown(field, collection.fields, values);
  };
  if (field.localized) return named.filter(isMissing).map(({ locale }) => locale);
  if (named.length === 0 || !named.every(isMissing)) return [];
  const preferred = [rules.defaultLocale, ...named.map(({ locale }) => locale)].find(
    (locale) => named.some((one) => one.locale === locale) && slugOf(field, locale, rules, prepared) !== '',
  );
  return preferred === undefined ? [] : [preferred];
}

/** The slug generated from a field's source; empty when the field must not be published. */
function slugOf(field: SlugField, locale: string, rules: ContentRules, { drafts }: PreparedDrafts): string {
  const source = ownValue(drafts.get(locale)?.values, field.source);
  const language = field.localized ? locale : rules.defaultLocale;
  const slug = typeof source === 'string' ? slugFrom(source, language, field.max) : '';
  return slug !== '' && checkValue(field, slug, 'publish').length === 0 ? slug : '';
}

/** The slug, with the first free suffix if another entry holds it. */
async function freeSlug(
  client: Queryable,
  entry: { readonly id: string; readonly projectId: string },
  collection: CollectionDocument,
  { field, locale, wanted }: { readonly field: SlugField; readonly locale: string; readonly wanted: string },
): Promise<string> {
  const withEnding = (ending: string): string => {
    const length = field.max === undefined ? wanted.length : field.max - ending.length;
    return `${[...wanted].slice(0, Math.max(length, 1)).join('').replace(/-+$/, '')}${ending}`;
  };
  const slugs = Array.from({ length: MAX_SUFFIXES }, (_, index) =>
    index === 0 ? wanted : withEnding(`-${index + 1}`),
  );
  const own = { ...collection, fields: [{ ...field, show_if: [] }] };
  const candidates = slugs.map((slug) => ({ slug, unique: uniqueValuesIn(own, locale, { [field.key]: slug }) }));
  const { claims } = await loadDraftDependencies(client, {
    projectId: entry.projectId,
    collectionKey: collection.key,
    entryId: entry.id,
    unique: candidates.flatMap(({ unique }) => unique),
  });
  const areTaken = takenFrom(entry.id, claims);
  const free = candidates.find(({ unique }) => !areTaken(unique));
  return free?.slug ?? withEnding(`-${randomBytes(4).toString('hex')}`);
}
