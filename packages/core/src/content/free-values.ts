import { type CollectionDocument, ownValue, type UniqueValue, uniqueValuesIn } from '@stele/schema';
import type { Json } from '@stele/snapshot';
import type { Queryable } from '../platform/database/sql.ts';
import type { LocaleValues } from './draft-values.ts';
import { type ClaimedValue, type DraftDependencies, loadDraftDependencies } from './mentioned-content.store.ts';
import { takenFrom } from './unique-values.ts';

/** How many suffixes are tried for a taken value. */
const MAX_SUFFIXES = 50;

/** A unique value that another entry holds, and what replaces it. */
export interface ReplacedValue {
  readonly locale: string;
  readonly field: string;
  readonly from: Json;
  /** Null when no other value makes sense: then the field is cleared. */
  readonly to: string | null;
}

/** Values without unique ones that other entries hold. */
export interface FreeValues {
  readonly drafts: ReadonlyMap<string, LocaleValues>;
  readonly replaced: readonly ReplacedValue[];
  readonly dependencies: DraftDependencies;
}

/**
 * Replaces unique values that other entries hold: slugs and texts get a suffix, such as `a-slug-2`; values of other types
 * are cleared.
 *
 * @param otherClaims values that other entries are about to hold
 */
export async function withFreeValues(
  client: Queryable,
  entry: { readonly projectId: string; readonly entryId: string; readonly collection: CollectionDocument },
  drafts: ReadonlyMap<string, LocaleValues>,
  otherClaims: readonly ClaimedValue[] = [],
): Promise<FreeValues> {
  const { projectId, entryId, collection } = entry;
  const fields = collection.fields.filter(({ unique }) => unique);
  const suffixed = (value: Json): string[] =>
    Array.from({ length: MAX_SUFFIXES }, (_, index) => (index === 0 ? String(value) : `${value}-${index + 1}`));
  const comparable = (locale: string, key: string, value: Json): UniqueValue[] =>
    uniqueValuesIn({ ...collection, fields: fields.filter((field) => field.key === key) }, locale, { [key]: value });
  const unique = [...drafts].flatMap(([locale, values]) =>
    fields.flatMap(({ key }) => {
      const value = ownValue(values, key) ?? null;
      return value === null ? [] : suffixed(value).flatMap((text) => comparable(locale, key, text));
    }),
  );
  const dependencies = await loadDraftDependencies(client, {
    projectId,
    collectionKey: collection.key,
    entryId,
    unique: [...unique, { field: '', locale: '', value: 'singleton' }],
  });
  const areTaken = takenFrom(entryId, [...dependencies.claims, ...otherClaims]);
  const isTaken = (locale: string, key: string, value: Json): boolean => areTaken(comparable(locale, key, value));
  const replaced: ReplacedValue[] = [];
  const free = new Map<string, LocaleValues>();
  for (const [locale, values] of drafts) {
    const own: Record<string, Json> = { ...values };
    for (const { key, type } of fields) {
      const value = ownValue(own, key);
      if (value === undefined || value === null || !isTaken(locale, key, value)) continue;
      const to = ['slug', 'text'].includes(type)
        ? suffixed(value).find((text) => !isTaken(locale, key, text))
        : undefined;
      replaced.push({ locale, field: key, from: value, to: to ?? null });
      if (to === undefined) delete own[key];
      else own[key] = to;
    }
    free.set(locale, own);
  }
  return { drafts: free, replaced, dependencies };
}
