import type { PublishedAsset } from '@stele/schema';
import type { Json } from '@stele/snapshot';
import { isAsset } from '../images/is-asset.ts';

/** The published texts of a field that `seo()` declares. */
export interface PageSeo {
  readonly title?: string;
  readonly description?: string;
  readonly image?: PublishedAsset;
  readonly noindex?: boolean;
  readonly canonical?: string;
}

/** A page in another language. */
export interface AlternatePage {
  readonly locale: string;
  /** Whole address of the page. */
  readonly url: string;
}

/** Facts about a page that its entry doesn't have. */
export interface MetaTagOptions {
  /** Whole address of the page, such as `https://example.com/blog/first`. */
  readonly url: string;
  /** Key of the field that `seo()` declares; `seo` by default. */
  readonly field?: string | undefined;
  readonly siteName?: string | undefined;
  /** The text of the browser's tab; by default the title and the name of the site. */
  readonly documentTitle?: string | undefined;
  readonly type?: 'website' | 'article' | undefined;
  /** The page in all its languages, this one included. */
  readonly alternates?: readonly AlternatePage[] | undefined;
  /** The locale of those pages that visitors of other languages get. */
  readonly defaultLocale?: string | undefined;
  /** Structured data in the words of schema.org; `@context` is added. */
  readonly jsonLd?: Readonly<Record<string, Json>> | readonly Readonly<Record<string, Json>>[] | undefined;
}

/** An element of a page's head. */
export type MetaTag =
  | { readonly tag: 'title'; readonly text: string }
  | { readonly tag: 'meta' | 'link'; readonly attributes: Readonly<Record<string, string>> }
  | { readonly tag: 'script'; readonly attributes: Readonly<Record<string, string>>; readonly text: string };

/** The part of an entry that `metaTags` reads. */
export interface PageEntry {
  readonly locale: string;
  readonly publishedAt: string | null;
  readonly values: object;
}

/** The texts for search engines of an entry. @param field key of the field @throws TypeError if it has no such field */
export function seoOf({ values }: Pick<PageEntry, 'values'>, field = 'seo'): PageSeo {
  const value = (values as Readonly<Record<string, unknown>>)[field];
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new TypeError(`The entry has no "${field}". Declare it with seo(), or name another field in \`field\`.`);
}

/**
 * The elements of a page's head by which search engines and social networks show it: title, description, canonical address,
 * languages, Open Graph (https://ogp.me), and structured data.
 *
 * @throws TypeError if the entry has no field that `seo()` declares, or the address isn't whole
 */
export function metaTags(entry: PageEntry, options: MetaTagOptions): MetaTag[] {
  const { field, siteName, type = 'website', alternates = [], defaultLocale, jsonLd } = options;
  const { title, description, image, noindex, canonical } = seoOf(entry, field);
  const url = wholeAddress(options.url);
  const original = canonical ? wholeAddress(canonical) : url;
  const documentTitle = options.documentTitle ?? [title, siteName].filter(Boolean).join(' – ');
  const others = alternates.filter(({ locale }) => locale !== entry.locale);
  const fallback = alternates.find(({ locale }) => locale === defaultLocale);
  const data = jsonLd === undefined ? [] : [jsonLd].flat();
  return [
    ...(documentTitle === '' ? [] : [{ tag: 'title', text: documentTitle } as const]),
    ...named('description', description),
    ...(noindex ? named('robots', 'noindex') : []),
    link({ rel: 'canonical', href: original }),
    // Search engines ignore the languages of a page that doesn't name itself, too.
    ...(others.length === 0
      ? []
      : alternates.map((one) => link({ rel: 'alternate', hreflang: one.locale, href: wholeAddress(one.url) }))),
    ...(others.length > 0 && fallback ? [link({ rel: 'alternate', hreflang: 'x-default', href: fallback.url })] : []),
    ...property('og:type', type),
    ...property('og:url', original),
    ...property('og:title', title),
    ...property('og:description', description),
    ...property('og:site_name', siteName),
    ...property('og:locale', territory(entry.locale)),
    ...others.flatMap(({ locale }) => property('og:locale:alternate', territory(locale))),
    ...(image && isAsset(image) ? picture(image) : []),
    ...(type === 'article' ? property('article:modified_time', entry.publishedAt ?? undefined) : []),
    ...named('twitter:card', image ? 'summary_large_image' : 'summary'),
    ...data.map((one) => structured(one as Readonly<Record<string, Json>>)),
  ];
}

/** @throws TypeError if it isn't an address of the web with its host */
export function wholeAddress(url: string): string {
  if (URL.canParse(url) && /^https?:/i.test(url)) return new URL(url).href;
  throw new TypeError(`"${url}" isn't a whole address. Write it with its host: https://example.com/blog.`);
}

function named(name: string, content: string | undefined): MetaTag[] {
  return content ? [{ tag: 'meta', attributes: { name, content } }] : [];
}

function property(name: string, content: string | undefined): MetaTag[] {
  return content ? [{ tag: 'meta', attributes: { property: name, content } }] : [];
}

function link(attributes: Readonly<Record<string, string>>): MetaTag {
  return { tag: 'link', attributes };
}

function picture({ url, mime, width, height, alt }: PublishedAsset): MetaTag[] {
  return [
    ...property('og:image', url),
    ...property('og:image:type', mime),
    ...property('og:image:width', width === null ? undefined : String(width)),
    ...property('og:image:height', height === null ? undefined : String(height)),
    ...property('og:image:alt', alt ?? undefined),
  ];
}

function structured(data: Readonly<Record<string, Json>>): MetaTag {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data });
  // Nothing within may end the element.
  return { tag: 'script', attributes: { type: 'application/ld+json' }, text: text.replaceAll('<', '\\u003c') };
}

/** A locale as Open Graph writes it: `de_CH`. */
function territory(locale: string): string {
  const { language, region } = new Intl.Locale(locale).maximize();
  return `${language}_${region}`;
}
