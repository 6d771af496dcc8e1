import type { CollectionDocument, FieldType, Json, PreviewTemplate, Values } from '../document.ts';
import { ownValue } from '../own-value.ts';

/** The form of a template: an absolute path without a query, with fields of the entry in braces. */
export const PREVIEW_TEMPLATE = /^\/(?!\/)(?:[^\s{}?#\\]|\{[a-zA-Z][a-zA-Z0-9_]*(?:\.[a-zA-Z][a-zA-Z0-9_]*)?\})*$/;

/** Types whose values can be a part of an address. */
export const ADDRESS_TYPES: readonly FieldType[] = ['text', 'slug', 'select', 'number', 'integer', 'date'];

/** A name in braces that isn't a field: the locale. */
const LOCALE = 'locale';

/** A field in a template. */
export interface PreviewPlace {
  /** Key of a field of the entry. */
  readonly field: string;
  /** Key of a field of the entry that it refers to; null when the value itself is meant. */
  readonly of: string | null;
}

/** Where an entry is on the website, or what its address lacks. */
export type PreviewAddress =
  | { readonly path: string }
  /** The first field in the template that is empty. */
  | { readonly missing: PreviewPlace };

/** The fields that a template names, without the locale. */
export function previewPlaces(template: string): readonly PreviewPlace[] {
  return [...template.matchAll(/\{(\w+)(?:\.(\w+))?\}/g)]
    .map(([, field = '', of = null]) => ({ field, of }))
    .filter(({ field, of }) => field !== LOCALE || of !== null);
}

/** The template of a collection in a locale; null when its entries have no page of their own there. */
export function previewTemplate({ preview }: CollectionDocument, locale: string): string | null {
  return (typeof preview === 'object' ? (ownValue(preview, locale) as string | undefined) : preview) ?? null;
}

/** The templates of a collection with their places in the document. */
export function previewTemplates(preview: PreviewTemplate): readonly (readonly [path: readonly string[], string])[] {
  if (typeof preview === 'string') return [[['preview'], preview]];
  return Object.entries(preview).map(([locale, template]) => [['preview', locale], template]);
}

/**
 * The path of an entry's page, with its values encoded; slashes of values stay.
 *
 * @param referred the values of the entry that a field refers to; undefined when there is none
 */
export function previewPath(
  template: string,
  locale: string,
  values: Values,
  referred: (field: string) => Values | undefined = () => undefined,
): PreviewAddress {
  let missing: PreviewPlace | null = null;
  const path = template.replace(/\{(\w+)(?:\.(\w+))?\}/g, (_whole, field: string, of: string | undefined) => {
    if (field === LOCALE && of === undefined) return encodeURIComponent(locale);
    const text = textOf(of === undefined ? ownValue(values, field) : ownValue(referred(field), of));
    if (text === '') missing ??= { field, of: of ?? null };
    return text.split('/').map(encodeURIComponent).join('/');
  });
  // Two slashes in front would name another website.
  return missing ? { missing } : { path: path.replace(/^\/+/, '/') };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
