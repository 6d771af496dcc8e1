export interface SiteOptions {
  /** The folder for the objects of this site. */
  readonly directory: string;
}

/** The addresses of a site and its project. */
export interface SiteReady {
  /** Answers with the live pointer, as the API does. */
  readonly url: string;
  readonly contentUrl: string;
  readonly projectId: string;
}

/** A collection `posts` in `en`, to publish. */
export interface PublishRequest {
  readonly entries: number;
  /** Length of an entry's text. */
  readonly bytes: number;
  /** The number of an entry that differs from the snapshots before. */
  readonly edited?: number;
}

/** The published snapshot. */
export interface Published {
  readonly snapshotId: string;
  /** Bytes of the collection's chunks. */
  readonly bytes: number;
}

/** How a client reads every value once: the whole file by `fetch` and `JSON.parse`, or with the loader. */
export interface ClientOptions {
  readonly site: SiteReady;
  readonly snapshotId: string;
  readonly cache: string;
  readonly work: 'plain' | 'load' | 'iterate';
  /** Whether to count the bytes of bodies, which takes time. */
  readonly countsBytes: boolean;
}

/** The cost of reading. */
export interface ClientResult {
  readonly entries: number;
  readonly ms: number;
  /** Milliseconds to import the loader, before that. */
  readonly importMs: number;
  readonly requests: number;
  /** Bytes of bodies, decoded; 0 when they aren't counted. */
  readonly bytes: number;
  /** How far memory rose above its amount before. */
  readonly peakBytes: number;
}
