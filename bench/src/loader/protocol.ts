/** What the server of the loader's benchmark is started with. */
export interface SiteOptions {
  /** Folder of its own for its objects. */
  readonly directory: string;
}

/** Where it is. */
export interface SiteReady {
  /** Answers with the live pointer, as the API does. */
  readonly url: string;
  readonly contentUrl: string;
  readonly projectId: string;
}

/** A collection `posts` in `en`, to be made live. */
export interface PublishRequest {
  readonly entries: number;
  /** Length of an entry's text. */
  readonly bytes: number;
  /** Number of an entry that's other than in the snapshots before. */
  readonly edited?: number;
}

/** What was made live. */
export interface Published {
  readonly snapshotId: string;
  /** Bytes of the collection's chunks. */
  readonly bytes: number;
}

/** What a client is to do, once, until it has looked at every value: the whole file by `fetch` and `JSON.parse`, or the loader. */
export interface ClientOptions {
  readonly site: SiteReady;
  readonly snapshotId: string;
  readonly cache: string;
  readonly work: 'plain' | 'load' | 'iterate';
  /** Whether bytes of bodies are counted, which takes time. */
  readonly countsBytes: boolean;
}

/** What it took. */
export interface ClientResult {
  readonly entries: number;
  readonly ms: number;
  /** Milliseconds until the loader was imported, before that. */
  readonly importMs: number;
  readonly requests: number;
  /** Bytes of bodies, decoded; 0 when they aren't counted. */
  readonly bytes: number;
  /** The most memory that the process had, above what it had before. */
  readonly peakBytes: number;
}
