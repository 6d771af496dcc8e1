import type { CollectionDocument, Values } from '@stele/schema';
import type { LocaleValues } from '../api.ts';
import { type ContentLine, type EntryName, nameKey, readFileReference } from '../content/line.ts';
import { mapReferences } from '../content/map-references.ts';
import type { FailureDetail } from '../errors.ts';
import { RefusedLine } from './failed-line.ts';

/** All entries that a line refers to. @param collection null without a schema, which alone says what is a reference */
export function entriesReferredTo(
  collection: CollectionDocument | null,
  { values, live }: Pick<ContentLine, 'values' | 'live'>,
): EntryName[] {
  const names = [...Object.values(values), ...Object.values(live ?? {})].flatMap((own) => namesIn(collection, own));
  return [...new Map(names.map((name) => [nameKey(name), name])).values()];
}

/** Values without the fields that refer to other entries. */
export function withoutReferring(collection: CollectionDocument | null, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => namesIn(collection, { [key]: value }).length === 0),
  );
}

/**
 * Puts ids in place of the names of entries.
 *
 * @param idOf null for an entry that isn't there
 * @throws RefusedLine when references lead nowhere
 */
export function resolveReferences(
  collection: CollectionDocument | null,
  byLocale: LocaleValues,
  idOf: (name: EntryName) => string | null,
): LocaleValues {
  if (!collection) return byLocale;
  const issues: FailureDetail[] = [];
  const resolved = Object.entries(byLocale).map(([locale, values]) => {
    const fields = Object.entries(values).map(([key, value]) => {
      const mapped = mapReferences(collection, { [key]: value }, (reference) => {
        const name = readFileReference(reference);
        const id = name && idOf(name);
        if (name && id === null) {
          const message = `There is no entry "${name[1]}" in the collection ${name[0]}.`;
          issues.push({ path: ['values', locale, key], message });
        }
        return id ?? reference;
      });
      return [key, mapped[key] ?? null] as const;
    });
    return [locale, Object.fromEntries(fields)] as const;
  });
  if (issues.length > 0) throw new RefusedLine(issues);
  return Object.fromEntries(resolved);
}

function namesIn(collection: CollectionDocument | null, values: Values): EntryName[] {
  if (!collection) return [];
  const names: EntryName[] = [];
  mapReferences(collection, values, (reference) => {
    const name = readFileReference(reference);
    if (name) names.push(name);
    return reference;
  });
  return names;
}
