export { atomFeed, type Feed, type FeedItem, rssFeed } from './feeds.ts';
export {
  type AlternatePage,
  type MetaTag,
  type MetaTagOptions,
  metaTags,
  type PageEntry,
  type PageSeo,
  seoOf,
} from './meta-tags.ts';
export { type NextMetadata, nextMetadata } from './next-metadata.ts';
export { renderMetaTags } from './render-meta-tags.ts';
export { robotsTxt, type SitemapPage, sitemap, sitemapIndex } from './sitemap.ts';
