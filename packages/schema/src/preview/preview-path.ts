import type {
  CollectionDocument,
  Json,
  PreviewCase,
  PreviewPaths,
  PreviewTemplate,
  ShowCondition,
  Values,
} from '../document.ts';
import type { Path } from '../issues.ts';
import { ownValue } from '../own-value.ts';
import { conditionsHold } from '../show-if.ts';

/** The form of a template: an absolute path without a query, with fields of the entry in braces. */
export const PREVIEW_TEMPLATE = /^\/(?!\/)(?:[^\s{}?#\\]|\{[a-zA-Z][a-zA-Z0-9_]*(?:\*?\.[a-zA-Z][a-zA-Z0-9_]*)?\})*$/;

/** A name in braces that isn't a field: the locale. */
const LOCALE = 'locale';

/** A place in a template: a field, whether a chain is meant, a field of what is referred to, and a slash after it. */
const PLACE = /\{(\w+)(\*)?(?:\.(\w+))?\}(\/?)/g;

/** A field in a template. */
export interface TemplateField {
  /** Key of a field of the entry. */
  readonly field: string;
  /** Key of a field of the entry that it refers to; null when the value itself is meant. */
  readonly of: string | null;
  /** Whether the entry that it refers to is meant with all that follow by the same field: `{parent*.slug}`. */
  readonly isChain: boolean;
}

/** Where an entry is on the website, or what its address lacks. */
export type PreviewAddress =
  | { readonly path: string }
  /** The first field in the template that is empty. */
  | { readonly missing: TemplateField };

/** The fields that a template names, without the locale. */
export function templateFields(template: string): readonly TemplateField[] {
  return [...template.matchAll(PLACE)]
    .map(([, field = '', star, of = null]) => ({ field, of, isChain: star !== undefined }))
    .filter(({ field, of }) => field !== LOCALE || of !== null);
}

/** Where a collection's entries are previewed: where their pages are, unless it says something else. */
export function previewOf({ preview, path }: CollectionDocument): PreviewTemplate | undefined {
  return preview ?? path;
}

/** The paths of a collection's previews in a locale; none when its entries have no page of their own there. */
export function previewCases(collection: CollectionDocument, locale: string): readonly PreviewCase[] {
  return casesIn(previewOf(collection), locale);
}

/** The paths of a template in a locale. */
export function casesIn(template: PreviewTemplate | undefined, locale: string): readonly PreviewCase[] {
  if (isPaths(template)) return casesOf(template ?? []);
  return casesOf((Object.hasOwn(template, locale) && template[locale]) || []);
}

/** All paths of a collection with their places in the document. */
export function allPreviewCases({
  path,
  preview,
}: Pick<CollectionDocument, 'path' | 'preview'>): readonly (readonly [place: Path, PreviewCase])[] {
  return [...allCases(path, 'path'), ...allCases(preview, 'preview')];
}

function allCases(template: PreviewTemplate = [], option: string): (readonly [place: Path, PreviewCase])[] {
  if (isPaths(template)) return placed(template, [option]);
  return Object.entries(template).flatMap(([locale, paths]) => placed(paths, [option, locale]));
}

/** The conditions of a path. */
export function conditionsOf({ when = [] }: PreviewCase): readonly ShowCondition[] {
  return [when].flat();
}

/** The path for an entry: the first whose conditions all hold; null when it has no page. */
export function previewTemplate(
  cases: readonly PreviewCase[],
  { fields }: CollectionDocument,
  values: Values,
): string | null {
  return cases.find((one) => conditionsHold(conditionsOf(one), fields, values))?.path ?? null;
}

function isPaths(preview: PreviewTemplate | undefined): preview is PreviewPaths | undefined {
  return preview === undefined || typeof preview === 'string' || Array.isArray(preview);
}

function casesOf(paths: PreviewPaths): readonly PreviewCase[] {
  return typeof paths === 'string' ? [{ path: paths }] : paths;
}

function placed(paths: PreviewPaths, place: Path): [Path, PreviewCase][] {
  if (typeof paths === 'string') return [[place, { path: paths }]];
  return paths.map((one, index) => [[...place, index], one]);
}

/**
 * The path of an entry's page, with its values encoded; slashes of values stay. A chain that is empty leaves out the slash after it.
 *
 * @param referred the values of the entry that a field refers to, followed by those that it refers to by the same field, and so on
 */
export function previewPath(
  template: string,
  locale: string,
  values: Values,
  referred: (field: string) => readonly Values[] = () => [],
): PreviewAddress {
  let missing: TemplateField | null = null;
  const path = template.replace(PLACE, (_whole, field: string, star: string = '', of: string = '', slash: string) => {
    if (field === LOCALE && of === '') return encodeURIComponent(locale) + slash;
    const isChain = star !== '';
    const sources = of === '' ? [values] : isChain ? [...referred(field)].reverse() : [referred(field)[0]];
    const texts = sources.map((source) => textOf(ownValue(source, of || field)));
    if (texts.includes('')) missing ??= { field, of: of || null, isChain };
    const encoded = texts.map((text) => text.split('/').map(encodeURIComponent).join('/')).join('/');
    return texts.length === 0 ? '' : encoded + slash;
  });
  // Two slashes in front would name another website.
  return missing ? { missing } : { path: path.replace(/^\/+/, '/') };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
