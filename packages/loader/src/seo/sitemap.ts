import { type AlternatePage, wholeAddress } from './meta-tags.ts';
import { xmlDocument, xmlElement, xmlTextElement } from './xml.ts';

/** A page of a sitemap. */
export interface SitemapPage {
  /** Whole address of the page. */
  readonly url: string;
  /** When its content changed last: ISO 8601, such as an entry's `publishedAt`. */
  readonly lastModified?: string | null;
  /** The page in all its languages, this one included. */
  readonly alternates?: readonly AlternatePage[];
}

/** As many pages as one sitemap may have. */
const MOST_IN_SITEMAP = 50_000;

/**
 * A sitemap of a site, with its languages (https://www.sitemaps.org/protocol.html). Leave out pages with `noindex`.
 *
 * @throws RangeError if there are more pages than a sitemap may have: make several, and a `sitemapIndex`
 */
export function sitemap(pages: readonly SitemapPage[]): string {
  if (pages.length > MOST_IN_SITEMAP) throw new RangeError(`A sitemap has at most ${MOST_IN_SITEMAP} pages.`);
  const urls = pages.map(({ url, lastModified, alternates = [] }) =>
    xmlElement('url', {}, [
      ...xmlTextElement('loc', wholeAddress(url)),
      ...xmlTextElement('lastmod', lastModified),
      ...(alternates.length < 2 ? [] : alternates).map((one) =>
        xmlElement('xhtml:link', { rel: 'alternate', hreflang: one.locale, href: wholeAddress(one.url) }),
      ),
    ]),
  );
  const namespaces = {
    xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
    'xmlns:xhtml': 'http://www.w3.org/1999/xhtml',
  };
  return xmlDocument(xmlElement('urlset', namespaces, urls));
}

/** A list of sitemaps, for a site with more pages than one may have. */
export function sitemapIndex(sitemaps: readonly Pick<SitemapPage, 'url' | 'lastModified'>[]): string {
  const items = sitemaps.map(({ url, lastModified }) =>
    xmlElement('sitemap', {}, [
      ...xmlTextElement('loc', wholeAddress(url)),
      ...xmlTextElement('lastmod', lastModified),
    ]),
  );
  return xmlDocument(xmlElement('sitemapindex', { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, items));
}

/** A `robots.txt` that names the sitemap. @param disallow paths that no robot should read */
export function robotsTxt({
  sitemap: url,
  disallow = [],
}: {
  readonly sitemap?: string;
  readonly disallow?: readonly string[];
}): string {
  const rules = disallow.length === 0 ? ['Disallow:'] : disallow.map((path) => `Disallow: ${path}`);
  const place = url === undefined ? [] : ['', `Sitemap: ${wholeAddress(url)}`];
  return `${['User-agent: *', ...rules, ...place].join('\n')}\n`;
}
