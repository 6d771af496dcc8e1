import { type MetaTag, type MetaTagOptions, metaTags, type PageEntry } from './meta-tags.ts';

/** The part of Next.js's `Metadata` that an entry gives. */
export interface NextMetadata {
  readonly title?: { readonly absolute: string };
  readonly description?: string;
  readonly robots?: { readonly index: false };
  readonly alternates: { readonly canonical: string; readonly languages?: Readonly<Record<string, string>> };
  readonly openGraph: Readonly<Record<string, unknown>>;
  readonly twitter: { readonly card: 'summary' | 'summary_large_image' };
}

/**
 * The same as `metaTags` for `generateMetadata` of a page in Next.js. Structured data isn't part of it: render it in the page.
 *
 * @throws TypeError as `metaTags` does
 */
export function nextMetadata(entry: PageEntry, options: Omit<MetaTagOptions, 'jsonLd'>): NextMetadata {
  const tags = metaTags(entry, options);
  const title = tags.find((tag) => tag.tag === 'title')?.text;
  const meta = (name: string): string | undefined => metaOf(tags, name)[0];
  const links = tags.flatMap(({ tag, ...rest }) => (tag === 'link' && 'attributes' in rest ? [rest.attributes] : []));
  const languages = links.flatMap(({ hreflang, href }) => (hreflang && href ? [[hreflang, href] as const] : []));
  const description = meta('description');
  const image = meta('og:image');
  const size = (name: string) => (meta(name) === undefined ? undefined : Number(meta(name)));
  const picture = image && {
    url: image,
    width: size('og:image:width'),
    height: size('og:image:height'),
    alt: meta('og:image:alt'),
    type: meta('og:image:type'),
  };
  return {
    ...(title !== undefined && { title: { absolute: title } }),
    ...(description !== undefined && { description }),
    ...(meta('robots') !== undefined && { robots: { index: false } }),
    alternates: {
      canonical: links.find(({ rel }) => rel === 'canonical')?.href ?? options.url,
      ...(languages.length > 0 && { languages: Object.fromEntries(languages) }),
    },
    openGraph: {
      type: meta('og:type'),
      url: meta('og:url'),
      title: meta('og:title'),
      description,
      siteName: meta('og:site_name'),
      locale: meta('og:locale'),
      alternateLocale: metaOf(tags, 'og:locale:alternate'),
      modifiedTime: meta('article:modified_time'),
      ...(picture && { images: [picture] }),
    },
    twitter: { card: image ? 'summary_large_image' : 'summary' },
  };
}

function metaOf(tags: readonly MetaTag[], name: string): string[] {
  return tags.flatMap((tag) => {
    if (tag.tag !== 'meta') return [];
    const { attributes } = tag;
    const isIt = attributes.name === name || attributes.property === name;
    return isIt && attributes.content !== undefined ? [attributes.content] : [];
  });
}
