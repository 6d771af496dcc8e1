import type { ChunkRef, SnapshotEntry } from '@stele/snapshot';

/** What is known of a chunk's entries without their values, in columns, which are parsed in half the time of objects. */
export interface ChunkHeads {
  readonly sha256: string;
  readonly bytes: number;
  /** The cache's stamp of the chunk when it was last verified; null when it has to be verified by each load. */
  stamp: string | null;
  readonly ids: readonly string[];
  readonly versions: readonly number[];
  readonly schema_versions: readonly number[];
  readonly published_at: readonly (string | null)[];
  /** Digests of values at the places of their entries, as far as they're known. */
  readonly digests: (string | null)[];
}

/** The heads of a chunk that was parsed. */
export function headsOf({ sha256, bytes }: ChunkRef, entries: readonly SnapshotEntry[]): ChunkHeads {
  return {
    sha256,
    bytes,
    stamp: null,
    ids: entries.map(({ id }) => id),
    versions: entries.map(({ version }) => version),
    schema_versions: entries.map(({ schema_version }) => schema_version),
    published_at: entries.map(({ published_at }) => published_at),
    digests: [],
  };
}

/** Whether heads are those of a chunk's entries, of which there are as many. */
export function fit(
  { ids, versions, schema_versions, published_at }: ChunkHeads,
  entries: readonly SnapshotEntry[],
): boolean {
  return entries.every(
    (entry, index) =>
      entry.id === ids[index] &&
      entry.version === versions[index] &&
      entry.schema_version === schema_versions[index] &&
      entry.published_at === published_at[index],
  );
}

/** Whether heads are what an index says of their chunk. */
export function isOf({ bytes, entries, first_id }: ChunkRef, heads: ChunkHeads): boolean {
  return heads.bytes === bytes && heads.ids.length === entries && heads.ids[0] === first_id;
}
