import canonicalize from 'canonicalize';

/** Version of the format that this package reads and writes. */
export const MANIFEST_FORMAT = 1;

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A published entry, as in chunks and assembled files. */
export interface SnapshotEntry {
  readonly id: string;
  readonly version: number;
  readonly schema_version: number;
  /** ISO 8601 UTC with milliseconds; null only in files of drafts. */
  readonly published_at: string | null;
  readonly values: { readonly [field: string]: Json };
}

/** A reference to a chunk, in an index page. */
export interface ChunkRef {
  readonly sha256: string;
  readonly entries: number;
  /** Length in bytes of the chunk object. */
  readonly bytes: number;
  readonly first_id: string;
  /** Sort keys of the chunk's entries, one each; absent where the collection is ordered by id. */
  readonly keys?: readonly string[];
}

/** Object `indexes/{sha256}.json` of the lower level: consecutive chunks. */
export interface IndexPage {
  readonly chunks: readonly ChunkRef[];
}

/** A reference to an index page, in the root. */
export interface PageRef {
  readonly sha256: string;
  readonly chunks: number;
  readonly entries: number;
  /** Sum of the chunks' bytes. */
  readonly bytes: number;
  readonly first_id: string;
  /** Sort key of the first entry; absent where the collection is ordered by id. */
  readonly first_key?: string;
}

/** Object `indexes/{sha256}.json` of the upper level: the whole of one collection in one locale. */
export interface RootIndex {
  readonly entries: number;
  /** Sum of the chunks' bytes. */
  readonly bytes: number;
  readonly pages: readonly PageRef[];
}

/** A reference to one collection in one locale, in the manifest. */
export interface ManifestFile {
  readonly collection: string;
  readonly locale: string;
  /** SHA-256 of the root index. */
  readonly index: string;
  readonly entries: number;
  readonly bytes: number;
}

/** Object `snapshots/{snapshotId}/manifest.json`. */
export interface Manifest {
  readonly manifest_format: typeof MANIFEST_FORMAT;
  readonly project_id: string;
  readonly snapshot_id: string;
  /** Ledger sequence at which the snapshot was first live; grows with every change of published content. */
  readonly sequence: number;
  readonly schema_version: number;
  readonly published_at: string;
  /** Sorted by collection, then locale. */
  readonly files: readonly ManifestFile[];
}

/** Object `pointers/{key}.json`: the live pointer for readers when the API can't be reached. */
export interface PointerMirror {
  readonly project_id: string;
  readonly snapshot_id: string;
  readonly published_at: string;
  /** Folder of the snapshot, relative to the content host's URL. */
  readonly content_base_path: string;
  /** `sha256` is the hash of the manifest's bytes. Mirrors of earlier releases don't have it. */
  readonly manifest: { readonly manifest_format: typeof MANIFEST_FORMAT; readonly sha256?: string };
  /** Ledger sequence of the change that made this snapshot live. A newer pointer has a higher one. */
  readonly sequence: number;
  /** When the token expires; null when it doesn't. */
  readonly expires_at: string | null;
  /** Name of the project's live file, which may be newer. The content host follows it, and doesn't show it. */
  readonly live?: string;
}

/** JSON text in the canonical form of RFC 8785. */
export function canonicalJson(value: Json): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('A JSON value was expected.');
  return text;
}

/** The exact text of an entry in chunks and files. */
export function entryText(entry: SnapshotEntry): string {
  return entryTextOf(entry, canonicalJson(entry.values));
}

/** The same for an entry whose values are already canonical JSON. */
export function entryTextOf(entry: Omit<SnapshotEntry, 'values'>, values: string): string {
  const { id, version, schema_version, published_at } = entry;
  const head = JSON.stringify({ id, version, schema_version, published_at });
  return `${head.slice(0, -1)},"values":${values}}`;
}

/** Opening of an assembled file; the entries follow, separated by commas, then `FILE_TAIL`. */
export function fileHead(file: {
  collection: string;
  locale: string;
  snapshot_id: string | null;
  schema_version: number;
}): string {
  const { collection, locale, snapshot_id, schema_version } = file;
  return `${JSON.stringify({ collection, locale, snapshot_id, schema_version }).slice(0, -1)},"entries":[`;
}

/** End of an assembled file. */
export const FILE_TAIL = ']}';
