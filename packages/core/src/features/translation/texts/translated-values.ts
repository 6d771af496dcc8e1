import {
  alignUnits,
  type CollectionDocument,
  type FieldDocument,
  isSameJson,
  type Json,
  shownFields,
  type TextPart,
  textUnits,
  translateField,
  type Unit,
} from '@stele/schema';
import type { LocaleValues } from '../../../content/draft-values.ts';

/** A translator's version of a unit. */
export interface GivenUnit {
  /** Null where nothing is translated. */
  readonly target: readonly TextPart[] | null;
  /** Whether no one has worked on it. */
  readonly isInitial: boolean;
}

/** The localized fields of values whose texts are translated, each with its value. */
export function translatedFields(
  collection: CollectionDocument,
  values: LocaleValues,
): (readonly [field: FieldDocument, value: Json])[] {
  return shownFields(collection.fields, values).flatMap((field) => {
    const value = values[field.key];
    return field.localized && value !== undefined && value !== null ? [[field, value] as const] : [];
  });
}

/**
 * The values that given texts make of a translation: fields whose texts are all translated, and differ from what it says already. A
 * new translation also gets what has no text, as in the source, but nothing that must be unique.
 *
 * @param target null when there's no translation yet
 */
export function translatedValues(
  {
    collection,
    source,
    target,
  }: {
    readonly collection: CollectionDocument;
    readonly source: LocaleValues;
    readonly target: LocaleValues | null;
  },
  given: ReadonlyMap<string, GivenUnit>,
): { readonly values: Record<string, Json>; readonly translated: string[]; readonly untranslated: string[] } {
  const values: Record<string, Json> = {};
  const copied: Record<string, Json> = {};
  const untranslated: string[] = [];
  const textOf = ({ id }: Unit): readonly TextPart[] | null => given.get(id)?.target ?? null;
  for (const [field, value] of translatedFields(collection, source)) {
    const units = textUnits(field, value);
    const own = target?.[field.key];
    if (units.length === 0) {
      if (target === null && !field.unique && field.type !== 'slug') copied[field.key] = value;
    } else if (units.every(textOf)) {
      const said = alignUnits(units, textUnits(field, own ?? null));
      const isSaid = units.every((unit) => isSameJson(textOf(unit) as Json, (said.get(unit.id) ?? null) as Json));
      if (!isSaid) values[field.key] = translateField(field, value, own, textOf);
      else if (units.some(({ id }) => given.get(id)?.isInitial)) untranslated.push(field.key);
    } else untranslated.push(field.key);
  }
  const translated = Object.keys(values);
  return { values: translated.length > 0 ? { ...copied, ...values } : {}, translated, untranslated };
}
