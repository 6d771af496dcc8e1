import { wholeAddress } from './meta-tags.ts';
import { xmlDocument, xmlElement, xmlText, xmlTextElement } from './xml.ts';

/** An item of a feed. */
export interface FeedItem {
  /** Lasting name of the item, such as the entry's id: readers show an item again only if this is new. */
  readonly id: string;
  /** Whole address of its page. */
  readonly url: string;
  readonly title: string;
  /** ISO 8601: a day or a time. */
  readonly publishedAt: string;
  /** ISO 8601; `publishedAt` by default. */
  readonly updatedAt?: string | null | undefined;
  /** Plain text. */
  readonly summary?: string | null | undefined;
  /** HTML with whole addresses, such as that of `renderRichText`. */
  readonly html?: string | null | undefined;
  readonly author?: string | null | undefined;
}

/** A feed of a site. */
export interface Feed {
  readonly title: string;
  readonly description?: string | null | undefined;
  /** Whole address of the site. */
  readonly siteUrl: string;
  /** Whole address of the feed itself. */
  readonly feedUrl: string;
  readonly locale: string;
  /** The newest first. */
  readonly items: readonly FeedItem[];
}

/** An RSS 2.0 feed (https://www.rssboard.org/rss-specification). @throws TypeError for an address that isn't whole */
export function rssFeed({ title, description, siteUrl, feedUrl, locale, items }: Feed): string {
  const all = items.map((item) =>
    xmlElement('item', {}, [
      xmlElement('title', {}, xmlText(item.title)),
      ...xmlTextElement('link', wholeAddress(item.url)),
      xmlElement('guid', { isPermaLink: 'false' }, xmlText(item.id)),
      ...xmlTextElement('pubDate', new Date(item.publishedAt).toUTCString()),
      ...xmlTextElement('dc:creator', item.author),
      ...xmlTextElement('description', item.summary),
      ...xmlTextElement('content:encoded', item.html),
    ]),
  );
  const channel = xmlElement('channel', {}, [
    ...xmlTextElement('title', title),
    ...xmlTextElement('link', wholeAddress(siteUrl)),
    // Readers refuse a feed without one.
    ...xmlTextElement('description', description ?? title),
    ...xmlTextElement('language', locale),
    ...xmlTextElement('lastBuildDate', items[0] && new Date(newest(items)).toUTCString()),
    xmlElement('atom:link', { href: wholeAddress(feedUrl), rel: 'self', type: 'application/rss+xml' }),
    ...all,
  ]);
  const namespaces = {
    version: '2.0',
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  };
  return xmlDocument(xmlElement('rss', namespaces, [channel]));
}

/** An Atom 1.0 feed (RFC 4287). @throws TypeError for an address that isn't whole */
export function atomFeed({ title, description, siteUrl, feedUrl, locale, items }: Feed): string {
  const all = items.map((item) =>
    xmlElement('entry', {}, [
      ...xmlTextElement('id', tagOf(siteUrl, item.id)),
      xmlElement('title', {}, xmlText(item.title)),
      xmlElement('link', { href: wholeAddress(item.url), rel: 'alternate' }),
      ...xmlTextElement('published', new Date(item.publishedAt).toISOString()),
      ...xmlTextElement('updated', new Date(item.updatedAt ?? item.publishedAt).toISOString()),
      xmlElement('author', {}, xmlTextElement('name', item.author || title)),
      ...xmlTextElement('summary', item.summary),
      ...(item.html ? [xmlElement('content', { type: 'html' }, xmlText(item.html))] : []),
    ]),
  );
  const updated = items[0] ? newest(items) : new Date(0).toISOString();
  const feed = xmlElement('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': locale }, [
    ...xmlTextElement('id', wholeAddress(feedUrl)),
    ...xmlTextElement('title', title),
    ...xmlTextElement('subtitle', description),
    xmlElement('link', { href: wholeAddress(siteUrl), rel: 'alternate' }),
    xmlElement('link', { href: wholeAddress(feedUrl), rel: 'self' }),
    ...xmlTextElement('updated', updated),
    ...all,
  ]);
  return xmlDocument(feed);
}

function newest(items: readonly FeedItem[]): string {
  const times = items.map(({ publishedAt, updatedAt }) => Date.parse(updatedAt ?? publishedAt));
  return new Date(Math.max(...times)).toISOString();
}

/** A lasting name that is an IRI, as Atom wants it. */
function tagOf(siteUrl: string, id: string): string {
  return URL.canParse(id) ? id : `tag:${new URL(siteUrl).hostname},2000:${encodeURIComponent(id)}`;
}
