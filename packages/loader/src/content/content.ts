import type { Entry } from '../entries/entry.ts';

/** One collection in one locale, as the manifest names it. */
export interface SnapshotFile {
  readonly collection: string;
  readonly locale: string;
  readonly entries: number;
  /** Length of its entries as JSON. */
  readonly bytes: number;
  /** Changes exactly when something in the file changes. */
  readonly digest: string;
}

/** The snapshot that a loader reads from. */
export interface SnapshotInfo {
  /** Null in drafts mode. */
  readonly id: string | null;
  /** Grows with every change of published content; null when the snapshot is pinned, and in drafts mode. */
  readonly sequence: number | null;
  readonly publishedAt: string | null;
  readonly schemaVersion: number | null;
  /** Which source named it as the live one. */
  readonly source: 'api' | 'mirror' | 'cache' | 'pinned' | 'drafts';
  /** Keys of its collections; empty in drafts mode, as are the following. */
  readonly collections: readonly string[];
  readonly locales: readonly string[];
  readonly files: readonly SnapshotFile[];
}

/** Texts that fields hold, without marks, by their keys. */
export type Held = Readonly<Record<string, string>>;

/** Where entries come from. All throw LoaderError. */
export interface Content {
  /** @param locales the one that's asked for, then those to fall back to */
  load(collection: string, locales: readonly string[]): Promise<readonly Entry[]>;
  /** @param wanted the entry's id, or texts that its fields hold */
  find(collection: string, wanted: string | Held, locales: readonly string[]): Promise<Entry | null>;
  iterate(collection: string, locales: readonly string[]): AsyncGenerator<Entry>;
  info(): Promise<SnapshotInfo>;
  refresh(): Promise<boolean>;
}

/** The report of a load, in the one form that such lines have. */
export function loadLine(load: {
  readonly name: string;
  readonly entries: number;
  readonly snapshotId: string | null;
  readonly fetched: number;
  readonly chunks: number;
  readonly source: string;
}): string {
  const { name, entries, snapshotId, fetched, chunks, source } = load;
  const from = source === 'api' ? 'API' : source;
  return `${name} ${entries} entries, snapshot ${snapshotId ?? 'none'}, ${fetched} of ${chunks} chunks fetched, from ${from}`;
}
