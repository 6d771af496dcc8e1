import { describe, expect, it } from 'vitest';
import { atomFeed, metaTags, robotsTxt, rssFeed, sitemap, sitemapIndex } from '../src/seo/index.ts';

const feed = { title: 'T', siteUrl: 'https://e.com', feedUrl: 'https://e.com/f', locale: 'en' } as const;
const untitled = { id: '1', url: 'https://e.com/1', title: '', publishedAt: '2026-01-01T00:00:00Z' };

describe('feeds are valid', () => {
  it('Atom: each entry has a title, even an empty one (RFC 4287, 4.1.2)', () => {
    expect(atomFeed({ ...feed, items: [untitled] }).match(/<title/g)).toHaveLength(2);
  });

  it('RSS: each item has a title or a description', () => {
    const [, item = ''] = /<item>(.*)<\/item>/s.exec(rssFeed({ ...feed, items: [untitled] })) ?? [];
    expect(item).toMatch(/<(title|description)[\s/>]/);
  });
});

describe('sitemaps are valid (sitemaps.org)', () => {
  it('has at most 50 MB, or says that it would have more', () => {
    const alternates = Array.from({ length: 20 }, (_, at) => ({
      locale: `l${at}`,
      url: `https://e.com/${'x'.repeat(40)}/${at}`,
    }));
    const pages = Array.from({ length: 30_000 }, () => ({ url: 'https://e.com/a', alternates }));
    expect(() => sitemap(pages)).toThrow(RangeError);
  });

  it('refuses an address of 2,048 characters and more', () => {
    expect(() => sitemap([{ url: `https://e.com/${'x'.repeat(3000)}` }])).toThrow();
  });

  it('refuses a time that is none', () => {
    expect(() => sitemap([{ url: 'https://e.com/', lastModified: 'yesterday' }])).toThrow();
  });

  it('has an index of at most 50,000 sitemaps', () => {
    const sitemaps = Array.from({ length: 50_001 }, () => ({ url: 'https://e.com/s.xml' }));
    expect(() => sitemapIndex(sitemaps)).toThrow(RangeError);
  });
});

describe('nothing is taken as it comes', () => {
  it('a canonical address is a whole one', () => {
    const values = { seo: { title: 'a', canonical: 'javascript:alert(1)' } };
    expect(() => metaTags({ locale: 'en', publishedAt: null, values }, { url: 'https://e.com' })).toThrow(TypeError);
  });

  it('a path in robots.txt is one line', () => {
    expect(() => robotsTxt({ disallow: ['/a\nAllow: /'] })).toThrow();
  });
});
