import { type CollectionDocument, isObject, type Json, type Values } from '@stele/schema';
import type { LocaleValues } from '../api/shapes.ts';
import { readFileReference } from '../content/entry-reference.ts';
import { type ContentLine, type EntryName, nameKey } from '../content/line.ts';
import { mapReferences } from '../content/map-references.ts';
import type { FailureDetail } from '../errors.ts';

/** All entries that a line refers to. @param collection null without a schema, which alone says what is a reference */
export function entriesReferredTo(collection: CollectionDocument | null, line: ContentLine): EntryName[] {
  if (!collection) return [];
  const found = new Map<string, EntryName>();
  for (const values of [...Object.values(line.values), ...Object.values(line.live ?? {})]) {
    for (const name of namesIn(collection, values)) found.set(nameKey(name), name);
  }
  return [...found.values()];
}

/** Values without the fields that refer to other entries. */
export function withoutReferring(collection: CollectionDocument | null, values: Values): Values {
  if (!collection) return values;
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => namesIn(collection, { [key]: value }).length === 0),
  );
}

/** Values whose references are ids, and the fields whose references lead nowhere. */
export interface ResolvedValues {
  readonly values: LocaleValues;
  readonly issues: readonly FailureDetail[];
}

/** Puts ids in place of the names of entries. @param idOf null for an entry that isn't there */
export function resolveReferences(
  collection: CollectionDocument | null,
  byLocale: LocaleValues,
  idOf: (name: EntryName) => string | null,
): ResolvedValues {
  if (!collection) return { values: byLocale, issues: [] };
  const issues: FailureDetail[] = [];
  const resolved = Object.entries(byLocale).map(([locale, values]) => {
    const fields = Object.entries(values).map(([key, value]): readonly [string, Json] => {
      const mapped = mapReferences(collection, { [key]: value }, (reference) => {
        const name = readFileReference(reference);
        if (!name) return reference;
        const id = idOf(name);
        if (id !== null) return id;
        const message = `There is no entry "${name[1]}" in the collection ${name[0]}.`;
        issues.push({ path: ['values', locale, key], message });
        return reference;
      });
      return [key, mapped[key] ?? null];
    });
    return [locale, Object.fromEntries(fields)] as const;
  });
  return { values: Object.fromEntries(resolved), issues };
}

function namesIn(collection: CollectionDocument, values: Values): EntryName[] {
  const names: EntryName[] = [];
  if (!isObject(values)) return names;
  mapReferences(collection, values, (reference) => {
    const name = readFileReference(reference);
    if (name) names.push(name);
    return reference;
  });
  return names;
}
