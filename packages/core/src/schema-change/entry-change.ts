import {
  type CollectionPlan,
  isSameJson,
  migrateDrafts,
  migrateValues,
  type Note,
  type SchemaDocument,
  textUnits,
} from '@stele/schema';
import {
  type CheckedValues,
  type ContentRules,
  deriveListFacts,
  hashValues,
  type LocaleValues,
  valuesByLocale,
} from '../content/draft-values.ts';
import { fieldDifferences } from '../content/field-differences.ts';
import type { MentionedContent } from '../content/mentioned-content.store.ts';
import { isSameMentioned, type Mentioned, mentionedIn } from '../content/mentions.ts';
import { renderContent } from '../content/render-content.ts';
import type { DraftState, EntryRecord, LiveState } from '../entries/entry.ts';
import { takeBreak } from '../platform/breaks.ts';
import { invalid } from '../platform/errors.ts';
import { isPublished } from '../publishing/changes/publish.ts';
import type { LedgerChange } from '../publishing/ledger-change.ts';

/** A version that a migration adds to an entry's history. */
export interface MigratedVersion {
  readonly version: number;
  readonly values: ReadonlyMap<string, LocaleValues>;
  readonly changedPaths: readonly (readonly [locale: string, field: string])[];
}

/** The effect of a schema change on an entry. */
export interface EntryChange {
  readonly before: EntryRecord;
  readonly after: EntryRecord;
  readonly versions: readonly MigratedVersion[];
  /** Locales whose draft changes: its values, or only its mentions. */
  readonly drafts: readonly string[];
  /** Locale → the fields whose marks of machine translations stay, by their former keys. */
  readonly marks: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly ledger: readonly LedgerChange[];
}

const NOTHING: Mentioned = { refersTo: [], assetUses: [] };

/** One entry's values after a migration. */
export interface MigratedEntry {
  readonly drafts: ReadonlyMap<string, CheckedValues>;
  readonly live: ReadonlyMap<string, CheckedValues>;
}

/** A draft's marked fields that the new schema still translates, and whose texts stay, former key → key. */
function keptMarks({ after, fields }: CollectionPlan, { uncheckedFields = [] }: DraftState, now: LocaleValues) {
  const kept = fields.fields.filter(({ from, key, share, fill }) => {
    if (share !== null || !uncheckedFields.includes(from)) return false;
    const field = after?.fields.find((one) => one.key === key);
    const value = now[key] ?? null;
    const isFilled = fill !== null && isSameJson(fill.value, value);
    return field && !isFilled && textUnits(field, value).length > 0;
  });
  return new Map(kept.map(({ from, key }) => [from, key]));
}

/**
 * Migrates an entry's values to the new schema. Live values that follow an older schema, because of a restoration, stay as they
 * are.
 *
 * @param note called for each effect on values
 * @param noteLive also called for effects on live values
 * @throws ApiError `validation_failed` when a locale's values would grow too large
 */
export async function migrateEntry(
  plan: CollectionPlan,
  entry: EntryRecord,
  project: { readonly defaultLocale: string; readonly schemaVersion: number },
  note: Note,
  noteLive: Note,
): Promise<MigratedEntry> {
  const sealed = async (values: Iterable<readonly [string, LocaleValues]>): Promise<Map<string, CheckedValues>> => {
    const all = new Map<string, CheckedValues>();
    for (const [locale, own] of values) {
      await takeBreak();
      all.set(locale, sealedValues(entry.id, locale, own));
    }
    return all;
  };
  const live = [...entry.liveValues].filter(([locale]) => entry.live.get(locale)?.conformsTo === project.schemaVersion);
  const both: Note = (change, effect) => {
    note(change, effect);
    noteLive(change, effect);
  };
  return {
    drafts: await sealed(migrateDrafts(plan, valuesByLocale(entry.drafts), project.defaultLocale, note)),
    live: await sealed(live.map(([locale, own]) => [locale, migrateValues(plan, own, both)])),
  };
}

/** Values with their hash. @throws ApiError `validation_failed` when they're too large */
export function sealedValues(entryId: string, locale: string, values: LocaleValues): CheckedValues {
  const checked = hashValues(values);
  if (!checked) throw invalid(['migrations'], `The values of ${entryId} in ${locale} would grow too large.`);
  return checked;
}

/**
 * Plans the writes of a schema change for an entry. Live values that differ from the draft get their own version, before that of
 * the drafts.
 *
 * @param schemaVersion version of the new schema
 * @returns null when the entry doesn't change
 */
export function planEntryChange(
  rules: ContentRules & { readonly schema: SchemaDocument },
  collectionKey: string,
  before: EntryRecord,
  plan: CollectionPlan,
  migrated: MigratedEntry,
  found: MentionedContent,
  schemaVersion: number,
): EntryChange | null {
  const apart = [...migrated.live].filter(
    ([locale, { hash }]) => hash !== before.live.get(locale)?.valuesHash && hash !== migrated.drafts.get(locale)?.hash,
  );
  const restated = new Set(apart.map(([locale]) => locale));
  const redrafted = [...migrated.drafts].filter(
    ([locale, { hash }]) => hash !== before.drafts.get(locale)?.valuesHash || restated.has(locale),
  );
  const versions: MigratedVersion[] = [];
  const addVersion = (
    locales: readonly (readonly [string, CheckedValues])[],
    old: (locale: string) => LocaleValues,
  ): number => {
    const version = before.version + versions.length + 1;
    const changedPaths = locales.flatMap(([locale, { values }]) =>
      fieldDifferences(old(locale), values).map(({ field }) => [locale, field] as const),
    );
    versions.push({ version, values: valuesByLocale(locales), changedPaths });
    return version;
  };
  const liveVersion = apart.length > 0 ? addVersion(apart, (locale) => before.liveValues.get(locale) ?? {}) : 0;
  const draftVersion =
    redrafted.length > 0 ? addVersion(redrafted, (locale) => before.drafts.get(locale)?.values ?? {}) : 0;

  const drafts = new Map<string, DraftState>(before.drafts);
  for (const [locale, { values, hash }] of redrafted) {
    drafts.set(locale, { version: draftVersion, valuesHash: hash, values });
  }
  const marks = new Map(
    [...before.drafts].map(([locale, draft]) => [locale, keptMarks(plan, draft, drafts.get(locale)?.values ?? {})]),
  );
  const ledger: LedgerChange[] = [];
  const live = new Map<string, LiveState>(before.live);
  for (const [locale, { values, hash }] of migrated.live) {
    const was = before.live.get(locale);
    if (!was) continue;
    const own = { entryId: before.id, locale, collectionKey, values, valuesHash: hash, position: before.position };
    const content = renderContent(rules, own, found);
    if (isPublished(was, content, collectionKey)) continue;
    const draft = drafts.get(locale);
    const moved = hash === was.valuesHash ? was.version : draft?.valuesHash === hash ? draft.version : liveVersion;
    const { contentHash, sortKey, assetUses } = content;
    const versioned = { collectionKey, schemaVersion, conformsTo: schemaVersion, version: moved, valuesHash: hash };
    const state: LiveState = { ...was, ...versioned, contentHash, sortKey, assetUses };
    live.set(locale, state);
    ledger.push({ entryId: before.id, collectionKey, locale, before: was, after: { state, content } });
  }
  const facts = deriveListFacts(rules, collectionKey, valuesByLocale(drafts), before.externalId ?? '');
  const version = before.version + versions.length;
  const valuesVersion = redrafted.length > 0 ? draftVersion : before.valuesVersion;
  const after: EntryRecord = { ...before, collectionKey, version, valuesVersion, drafts, live, ...facts };
  // After a change of type, the same value may mention something.
  const touched = [...drafts].filter(
    ([locale, draft]) =>
      draft !== before.drafts.get(locale) ||
      marks.get(locale)?.size !== (draft.uncheckedFields?.length ?? 0) ||
      !isSameMentioned(
        before.draftMentions.get(locale) ?? NOTHING,
        mentionedIn(rules.schema, collectionKey, draft.values),
      ),
  );
  const isSame =
    versions.length === 0 &&
    touched.length === 0 &&
    ledger.length === 0 &&
    facts.title === before.title &&
    facts.orderKey === before.orderKey &&
    collectionKey === before.collectionKey;
  return isSame ? null : { before, after, versions, drafts: touched.map(([locale]) => locale), marks, ledger };
}

/** Plans the removal of an entry's collection: the entry leaves the site and goes to the trash. */
export function planRemoval(before: EntryRecord, at: Date): EntryChange | null {
  if (before.trashedAt) return null;
  const { id: entryId, collectionKey } = before;
  const ledger = [...before.live].map(
    ([locale, was]): LedgerChange => ({ entryId, collectionKey, locale, before: was, after: null }),
  );
  const version = before.version + 1;
  const after: EntryRecord = { ...before, version, live: new Map(), trashedAt: at };
  return {
    before,
    after,
    versions: [{ version, values: new Map(), changedPaths: [] }],
    drafts: [],
    marks: new Map(),
    ledger,
  };
}
