import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import {
  atomFeed,
  type Feed,
  metaTags,
  nextMetadata,
  renderMetaTags,
  robotsTxt,
  rssFeed,
  sitemap,
  sitemapIndex,
} from '../src/seo/index.ts';

const IMAGE = {
  id: 'ast_one',
  url: 'https://content.example/prj/media/a.jpg',
  filename: 'a.jpg',
  mime: 'image/jpeg',
  bytes: 9,
  width: 1200,
  height: 630,
  alt: 'A "bridge"',
  focal_point: null,
  placeholder: null,
  variants: [],
};
const entry = (seo: object) => ({ locale: 'de', publishedAt: '2026-11-01T10:00:00.000Z', values: { seo } });
const URL_HERE = 'https://example.com/de/a';

/** The names of all elements. @throws if it isn't well-formed */
function elementsOf(xml: string): string[] {
  const names: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ name }) => names.push(name));
  parser.write(xml).close();
  return names;
}

describe('metaTags', () => {
  it('give title, description, canonical address, languages, Open Graph and structured data', () => {
    const tags = metaTags(entry({ title: 'Brücke & Co.', description: 'Über die <Brücke>', image: IMAGE }), {
      url: URL_HERE,
      siteName: 'Fluss',
      type: 'article',
      alternates: [
        { locale: 'en', url: 'https://example.com/a' },
        { locale: 'de', url: URL_HERE },
      ],
      defaultLocale: 'en',
      jsonLd: { '@type': 'Article', headline: '</script><b>' },
    });
    expect(renderMetaTags(tags).split('\n')).toEqual([
      '<title>Brücke &amp; Co. – Fluss</title>',
      '<meta name="description" content="Über die &lt;Brücke&gt;">',
      '<link rel="canonical" href="https://example.com/de/a">',
      '<link rel="alternate" hreflang="en" href="https://example.com/a">',
      '<link rel="alternate" hreflang="de" href="https://example.com/de/a">',
      '<link rel="alternate" hreflang="x-default" href="https://example.com/a">',
      '<meta property="og:type" content="article">',
      '<meta property="og:url" content="https://example.com/de/a">',
      '<meta property="og:title" content="Brücke &amp; Co.">',
      '<meta property="og:description" content="Über die &lt;Brücke&gt;">',
      '<meta property="og:site_name" content="Fluss">',
      '<meta property="og:locale" content="de_DE">',
      '<meta property="og:locale:alternate" content="en_US">',
      '<meta property="og:image" content="https://content.example/prj/media/a.jpg">',
      '<meta property="og:image:type" content="image/jpeg">',
      '<meta property="og:image:width" content="1200">',
      '<meta property="og:image:height" content="630">',
      '<meta property="og:image:alt" content="A &quot;bridge&quot;">',
      '<meta property="article:modified_time" content="2026-11-01T10:00:00.000Z">',
      '<meta name="twitter:card" content="summary_large_image">',
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"\\u003c/script>\\u003cb>"}</script>',
    ]);
  });

  it('hide a page, and name the original', () => {
    const html = renderMetaTags(
      metaTags(entry({ noindex: true, canonical: 'https://a.example/b' }), { url: URL_HERE }),
    );
    expect(html.split('\n')).toEqual([
      '<meta name="robots" content="noindex">',
      '<link rel="canonical" href="https://a.example/b">',
      '<meta property="og:type" content="website">',
      '<meta property="og:url" content="https://a.example/b">',
      '<meta property="og:locale" content="de_DE">',
      '<meta name="twitter:card" content="summary">',
    ]);
  });

  it('say what is wrong', () => {
    expect(() => metaTags({ ...entry({}), values: {} }, { url: URL_HERE })).toThrow(
      'The entry has no "seo". Declare it with seo(), or name another field in `field`.',
    );
    for (const url of ['/a', 'example.com', 'javascript:alert(1)']) {
      expect(() => metaTags(entry({}), { url }), url).toThrow(`"${url}" isn't a whole address.`);
    }
  });
});

describe('nextMetadata', () => {
  it('gives the same to generateMetadata', () => {
    const alternates = [
      { locale: 'en', url: 'https://example.com/a' },
      { locale: 'de', url: URL_HERE },
    ];
    expect(nextMetadata(entry({ title: 'A', image: IMAGE, noindex: true }), { url: URL_HERE, alternates })).toEqual({
      title: { absolute: 'A' },
      robots: { index: false },
      alternates: { canonical: URL_HERE, languages: { en: 'https://example.com/a', de: URL_HERE } },
      openGraph: {
        type: 'website',
        url: URL_HERE,
        title: 'A',
        locale: 'de_DE',
        alternateLocale: ['en_US'],
        images: [{ url: IMAGE.url, width: 1200, height: 630, alt: IMAGE.alt, type: 'image/jpeg' }],
      },
      twitter: { card: 'summary_large_image' },
    });
  });
});

describe('sitemaps', () => {
  it('name each page with its languages and its date', () => {
    const alternates = [
      { locale: 'en', url: 'https://example.com/a?b=1&c=2' },
      { locale: 'de', url: URL_HERE },
    ];
    const xml = sitemap([
      { url: URL_HERE, lastModified: '2026-11-01T10:00:00.000Z', alternates },
      { url: 'https://example.com/ü' },
    ]);
    expect(elementsOf(xml)).toEqual(['urlset', 'url', 'loc', 'lastmod', 'xhtml:link', 'xhtml:link', 'url', 'loc']);
    expect(xml).toContain('<loc>https://example.com/%C3%BC</loc>');
    expect(xml).toContain('href="https://example.com/a?b=1&amp;c=2"/>');
    const index = sitemapIndex([{ url: 'https://example.com/sitemap-1.xml' }]);
    expect(elementsOf(index)).toEqual(['sitemapindex', 'sitemap', 'loc']);
    expect(() => sitemap(Array.from({ length: 50_001 }, () => ({ url: URL_HERE })))).toThrow(
      'One file names at most 50000.',
    );
  });

  it('are named by robots.txt', () => {
    expect(robotsTxt({ sitemap: 'https://example.com/sitemap.xml', disallow: ['/search'] })).toBe(
      'User-agent: *\nDisallow: /search\n\nSitemap: https://example.com/sitemap.xml\n',
    );
    expect(robotsTxt({})).toBe('User-agent: *\nDisallow:\n');
  });
});

describe('feeds', () => {
  const feed: Feed = {
    title: 'River & Bridge',
    siteUrl: 'https://example.com/',
    feedUrl: 'https://example.com/feed.xml',
    locale: 'en',
    items: [
      {
        id: 'ent_two',
        url: 'https://example.com/two',
        title: 'Two \u0000<b>',
        publishedAt: '2026-11-02T10:00:00.000Z',
        updatedAt: '2026-11-03T10:00:00.000Z',
        summary: 'Short',
        html: '<p>Long &amp; wide</p>',
        author: 'Ada',
      },
      { id: 'ent_one', url: 'https://example.com/one', title: 'One', publishedAt: '2026-11-01T10:00:00.000Z' },
    ],
  };

  it('are RSS', () => {
    const xml = rssFeed(feed);
    expect(elementsOf(xml)).toEqual(
      ['rss', 'channel', 'title', 'link', 'description', 'language', 'lastBuildDate', 'atom:link'].concat(
        ['item', 'title', 'link', 'guid', 'pubDate', 'dc:creator', 'description', 'content:encoded'],
        ['item', 'title', 'link', 'guid', 'pubDate'],
      ),
    );
    expect(xml).toContain('<title>Two &lt;b&gt;</title>');
    expect(xml).toContain('<content:encoded>&lt;p&gt;Long &amp;amp; wide&lt;/p&gt;</content:encoded>');
    expect(xml).toContain('<lastBuildDate>Tue, 03 Nov 2026 10:00:00 GMT</lastBuildDate>');
    expect(elementsOf(rssFeed({ ...feed, items: [] }))).not.toContain('lastBuildDate');
  });

  it('are Atom', () => {
    const xml = atomFeed(feed);
    expect(elementsOf(xml)).toEqual(
      ['feed', 'id', 'title', 'link', 'link', 'updated'].concat(
        ['entry', 'id', 'title', 'link', 'published', 'updated', 'author', 'name', 'summary', 'content'],
        ['entry', 'id', 'title', 'link', 'published', 'updated', 'author', 'name'],
      ),
    );
    expect(xml).toContain('<id>tag:example.com,2000:ent_two</id>');
    expect(xml).toContain('<content type="html">&lt;p&gt;Long');
    expect(xml).toContain('<updated>2026-11-03T10:00:00.000Z</updated>\n<entry>');
  });
});
