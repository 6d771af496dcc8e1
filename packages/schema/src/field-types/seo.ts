import type { CollectionDocument, FieldDocument, Json, Values } from '../document.ts';
import { isObject, ownValue } from '../own-value.ts';
import { richtextText } from '../richtext/text.ts';
import { beginning, isBlankText } from '../unicode.ts';
import type { FieldType } from './kinds.ts';

/** Keys of fields whose published values stand in for what the texts for search engines leave empty. */
export interface SeoSources {
  /** The field that names the entry by default. */
  readonly title?: string;
  readonly description?: string;
  readonly image?: string;
}

export type SeoSource = keyof SeoSources;

/** The types of field that can stand in for each text and for the picture. */
export const SEO_SOURCE_TYPES: Readonly<Record<SeoSource, readonly FieldType[]>> = {
  title: ['text', 'textarea'],
  description: ['text', 'textarea', 'richtext'],
  image: ['asset', 'assets'],
};

/** The types of the fields within, by their keys. */
export const SEO_FIELD_TYPES: Readonly<Record<string, FieldType>> = {
  title: 'text',
  description: 'textarea',
  image: 'asset',
  noindex: 'boolean',
  canonical: 'url',
};

/** Search engines show about so many characters of a description. */
const MAX_DESCRIPTION = 160;

type SeoField = FieldDocument & { readonly type: 'object'; readonly seo: SeoSources };

export function isSeoField(field: FieldDocument): field is SeoField {
  return field.type === 'object' && field.seo !== undefined;
}

/** The fields that stand in for empty ones, with the default. */
export function seoSources({ title_field: title, fields }: CollectionDocument, { seo }: SeoField): SeoSources {
  const named = title ?? fields.find(({ type }) => type === 'text')?.key;
  return { ...(named !== undefined && { title: named }), ...seo };
}

/** The values that stand in for empty ones. @param values the entry's as they are published, or as a draft holds them */
function seoFallbacks(collection: CollectionDocument, field: SeoField, values: Values): Values {
  const found: Record<string, Json> = {};
  for (const [key, source] of Object.entries(seoSources(collection, field))) {
    const value = ownValue(values, source) ?? null;
    const [first = null] = Array.isArray(value) ? value : [value];
    const shown = key === 'image' ? first : lineOf(value, key === 'title' ? Number.POSITIVE_INFINITY : MAX_DESCRIPTION);
    if (shown !== null) found[key] = shown;
  }
  return found;
}

/** Texts and picture that an entry has itself, without empty ones, and those that other fields would give. */
interface SeoParts {
  readonly own: Values;
  readonly others: Values;
}

/** @param values the entry's as they are published, or as a draft holds them */
export function seoPartsOf(collection: CollectionDocument, field: SeoField, values: Values): SeoParts {
  const given = ownValue(values, field.key);
  const own = Object.entries(isObject(given) ? given : {}).filter(([, value]) => !isEmpty(value));
  return { own: Object.fromEntries(own), others: seoFallbacks(collection, field, values) };
}

/** Published values whose texts for search engines are whole: other fields stand in for those that are empty. */
export function withWholeSeo(
  collection: CollectionDocument,
  isShown: (key: string) => boolean,
  values: Values,
): Values {
  const whole: Record<string, Json> = { ...values };
  for (const field of collection.fields) {
    if (!isSeoField(field) || !isShown(field.key)) continue;
    const { own, others } = seoPartsOf(collection, field, values);
    whole[field.key] = { ...others, ...own };
  }
  return whole;
}

/** The values of an entry's own from published ones: without those that other fields stand in for. */
export function withoutFallbacks(collection: CollectionDocument, values: Values): Values {
  const own: Record<string, Json> = { ...values };
  for (const field of collection.fields) {
    const value = isSeoField(field) ? ownValue(values, field.key) : undefined;
    if (!isSeoField(field) || !isObject(value)) continue;
    const others = seoFallbacks(collection, field, values);
    const kept = Object.entries(value).filter(([key, one]) => JSON.stringify(one) !== JSON.stringify(others[key]));
    own[field.key] = Object.fromEntries(kept);
  }
  return own;
}

function isEmpty(value: Json): boolean {
  return value === null || (typeof value === 'string' && isBlankText(value));
}

/** A value as one line of text; null when it has none. */
function lineOf(value: Json, max: number): string | null {
  const text = typeof value === 'string' ? value : richtextText(value);
  const line = text.replace(/\s+/gu, ' ').trim();
  if (isBlankText(line)) return null;
  const start = beginning(line, max);
  return start === line ? line : `${start.replace(/\s+\S*$/u, '')}…`;
}
