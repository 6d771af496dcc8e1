import { type CollectionDocument, canonicalText, type Json, type Values } from '@stele/schema';
import type { LocaleValues } from '../api.ts';
import type { ContentLine } from '../content/line.ts';
import { type Fingerprints, fingerprints } from './fingerprint.ts';
import type { KnownEntry } from './known-entries.ts';
import { withoutReferring } from './line-references.ts';

/**
 * Published values, in portions that can be drafts of one entry at the same time: all at once, unless locales were
 * published with different values of a field that they share.
 */
export function livePortions(collection: CollectionDocument | null, live: LocaleValues): LocaleValues[] {
  const portions = new Map<string, Record<string, Values>>();
  for (const [locale, values] of Object.entries(live)) {
    const shared = canonicalText(collection ? sharedValues(collection, values) : null);
    const portion = portions.get(shared) ?? {};
    portion[locale] = values;
    portions.set(shared, portion);
  }
  return [...portions.values()];
}

/** The drafts that an entry has first: those that are published first. */
export function firstWholeDrafts(
  collection: CollectionDocument | null,
  line: ContentLine,
  publish: boolean,
): LocaleValues {
  const [live] = publish && line.live ? livePortions(collection, line.live) : [];
  return live ?? line.values;
}

/** The drafts that an entry is created with while others are missing: without references to them. */
export function firstDrafts(collection: CollectionDocument | null, line: ContentLine, publish: boolean): LocaleValues {
  const drafts = Object.entries(firstWholeDrafts(collection, line, publish));
  return Object.fromEntries(drafts.map(([locale, values]) => [locale, withoutReferring(collection, values)]));
}

/**
 * Values that make a draft exactly these: the fields that would else be left as they are, or get a default, are null.
 */
export function exactly(collection: CollectionDocument | null, byLocale: LocaleValues): LocaleValues {
  const kept = (collection?.fields ?? []).filter((field) => !field.localized || field.default !== undefined);
  const nothing: Readonly<Record<string, Json>> = Object.fromEntries(kept.map(({ key }) => [key, null]));
  return Object.fromEntries(Object.entries(byLocale).map(([locale, values]) => [locale, { ...nothing, ...values }]));
}

/**
 * Whether an entry is as an import of the line may have left it, wherever it was stopped. Other differences were made
 * by someone else.
 *
 * @param resolved the line's values with ids for references
 */
export function isAsImported(
  collection: CollectionDocument | null,
  entry: KnownEntry,
  line: ContentLine,
  resolved: { readonly values: LocaleValues; readonly live: LocaleValues },
): boolean {
  const live = fingerprints(collection, resolved.live);
  return (
    [...entry.live].every(([locale, found]) => live.get(locale) === found) &&
    stagesOf(collection, line, resolved).some((drafts) => isSame(fingerprints(collection, drafts), entry.draft))
  );
}

/** Whether an entry's drafts are these, and no others. */
export function hasDrafts(
  { draft }: Pick<KnownEntry, 'draft'>,
  collection: CollectionDocument | null,
  values: LocaleValues,
): boolean {
  return isSame(fingerprints(collection, values), draft);
}

/** The drafts that an entry may have between the steps of an import, whether it publishes or not. */
function stagesOf(
  collection: CollectionDocument | null,
  line: ContentLine,
  { values, live }: { readonly values: LocaleValues; readonly live: LocaleValues },
): LocaleValues[] {
  const starts = [values, firstDrafts(collection, line, false), firstDrafts(collection, line, true)];
  return starts.flatMap((start) => {
    const stages = [start];
    let drafts = start;
    for (const portion of livePortions(collection, live)) {
      drafts = saved(collection, drafts, portion);
      stages.push(drafts);
    }
    return stages;
  });
}

/** Drafts after others were saved over them: fields that locales share then have the saved values in all locales. */
function saved(collection: CollectionDocument | null, before: LocaleValues, given: LocaleValues): LocaleValues {
  const [first] = Object.values(given);
  if (!collection || !first) return { ...before, ...given };
  const shared = sharedValues(collection, first);
  const others = Object.entries(before).map(([locale, values]) => {
    const kept = Object.entries(values).filter(([key]) => !isShared(collection, key));
    return [locale, { ...Object.fromEntries(kept), ...shared }] as const;
  });
  return { ...Object.fromEntries(others), ...given };
}

function sharedValues(collection: CollectionDocument, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => isShared(collection, key)));
}

function isShared(collection: CollectionDocument, key: string): boolean {
  return collection.fields.some((field) => field.key === key && !field.localized);
}

function isSame(a: Fingerprints, b: Fingerprints): boolean {
  return a.size === b.size && [...a].every(([locale, found]) => b.get(locale) === found);
}
