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

/** Bounds of one sitemap: pages, bytes, and characters of an address. */
const MOST_PAGES = 50_000;
const MOST_BYTES = 50 * 1024 * 1024;
const LONGEST_ADDRESS = 2047;

/**
 * A sitemap of a site, with its languages (https://www.sitemaps.org/protocol.html). Leave out pages with `noindex`.
 *
 * @throws RangeError if there are no pages, or more than a sitemap may have: make several, and a `sitemapIndex`
 */
export function sitemap(pages: readonly SitemapPage[]): string {
  checkCount(pages.length, 'pages');
  const urls = pages.map(({ url, lastModified, alternates = [] }) =>
    xmlElement('url', {}, [
      ...placeOf(url, lastModified),
      ...(alternates.length < 2 ? [] : alternates).map((one) =>
        xmlElement('xhtml:link', { rel: 'alternate', hreflang: one.locale, href: wholeAddress(one.url) }),
      ),
    ]),
  );
  const namespaces = {
    xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
    'xmlns:xhtml': 'http://www.w3.org/1999/xhtml',
  };
  const xml = xmlDocument(xmlElement('urlset', namespaces, urls));
  if (Buffer.byteLength(xml) > MOST_BYTES) throw new RangeError(`A sitemap has at most ${MOST_BYTES} bytes.`);
  return xml;
}

/** A list of sitemaps, for a site with more pages than one may have. @throws RangeError if there are none, or more than 50,000 */
export function sitemapIndex(sitemaps: readonly Pick<SitemapPage, 'url' | 'lastModified'>[]): string {
  checkCount(sitemaps.length, 'sitemaps');
  const items = sitemaps.map(({ url, lastModified }) => xmlElement('sitemap', {}, placeOf(url, lastModified)));
  return xmlDocument(xmlElement('sitemapindex', { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, items));
}

function checkCount(count: number, what: string): void {
  if (count === 0) throw new RangeError(`There are no ${what}.`);
  if (count > MOST_PAGES) throw new RangeError(`There are ${count} ${what}. One file names at most ${MOST_PAGES}.`);
}

/** @throws TypeError for an address that isn't whole or is too long, and for a time that is none */
function placeOf(url: string, lastModified: string | null | undefined): string[] {
  const address = wholeAddress(url);
  if (address.length > LONGEST_ADDRESS) throw new TypeError(`An address is too long for a sitemap: ${address}`);
  return [...xmlTextElement('loc', address), ...xmlTextElement('lastmod', lastModified && timeOf(lastModified))];
}

function timeOf(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}(T|$)/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new TypeError(`"${text}" isn't a day or a time as ISO 8601 writes it.`);
}

/** A `robots.txt` that names the sitemap. @param disallow paths that no robot should read @throws TypeError for a path of several lines */
export function robotsTxt({
  sitemap: url,
  disallow = [],
}: {
  readonly sitemap?: string;
  readonly disallow?: readonly string[];
}): string {
  const broken = disallow.find((path) => /[\r\n]/.test(path));
  if (broken !== undefined) throw new TypeError(`A path in robots.txt is one line: ${JSON.stringify(broken)}.`);
  const rules = disallow.length === 0 ? ['Disallow:'] : disallow.map((path) => `Disallow: ${path}`);
  const place = url === undefined ? [] : ['', `Sitemap: ${wholeAddress(url)}`];
  return `${['User-agent: *', ...rules, ...place].join('\n')}\n`;
}
