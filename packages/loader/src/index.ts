export type { PublishedAsset, PublishedReference, PublishedRichtext } from '@stele/schema';
export type { Json } from '@stele/snapshot';
export type { ReportOptions } from './builds/build-context.ts';
export { tellOutages } from './builds/outages.ts';
export { type ReadSnapshot, readSnapshots, reportBuild } from './builds/read-builds.ts';
export type { LoaderCache } from './cache/cache.ts';
export { openCache } from './cache/open-cache.ts';
export type { SnapshotFile, SnapshotInfo } from './content/content.ts';
export { META_NAME, type SnapshotMeta, snapshotMeta } from './content/snapshot-mark.ts';
export { createLoader } from './create-loader.ts';
export type { Entry } from './entries/entry.ts';
export { LoaderError, type LoaderErrorCode } from './errors.ts';
export type { FetchLike, RequestLike, ResponseLike } from './http/fetch-like.ts';
export type { Loader } from './loader.ts';
export type { Log } from './log.ts';
export type { PageNode } from './pages/page-tree.ts';
export type { LoaderOptions } from './settings.ts';
export type {
  AnyCollections,
  CollectionKey,
  CollectionsOf,
  EntryOf,
  LocaleOptions,
  Reference,
  ReferredEntry,
} from './types.ts';
