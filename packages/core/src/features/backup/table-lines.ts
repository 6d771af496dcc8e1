import type { PoolClient } from 'pg';
import { findRanges, primaryKeyOf, type RowLine, readRows, type TableShape } from './dump.store.ts';
import { inOrder } from './in-order.ts';
import { CHUNKS_AT_ONCE, cutLines, storeChunk } from './line-lists.ts';
import type { RowRange, TableRows } from './manifest.ts';
import type { BackupRepository } from './repository.ts';

/** A stored chunk of rows. */
interface StoredChunk {
  readonly digest: string;
  readonly range: RowRange;
}

interface WriteOptions {
  readonly place: BackupRepository;
  readonly client: PoolClient;
  /** The table in an earlier backup of this database; null to read all rows. */
  readonly before: TableRows | null;
  /** Digests of chunks that needn't be written. */
  readonly known: ReadonlySet<string>;
  readonly report: (rows: number) => void;
}

/**
 * Stores the rows of a table. Reads only the ranges whose rows aren't those that an earlier backup has, and stores the same
 * chunks as if it had read all.
 */
export async function writeRows(shape: TableShape, options: WriteOptions): Promise<TableRows> {
  const { place, client, before, known, report } = options;
  const columns = shape.columns.map((column) => column.name);
  const isSameShape = String(before?.columns) === String(columns);
  const olds: StoredChunk[] = (isSameShape ? (before?.ranges ?? []) : []).map((range, at) => ({
    range,
    digest: before?.chunks[at] ?? '',
  }));
  const { total, unchanged } = await findUnchanged(client, shape, olds, known);
  const isUnchanged = ({ range }: StoredChunk): boolean => unchanged.has(nameOf(range[0]));
  async function* parts(): AsyncGenerator<StoredChunk | RowLine[]> {
    for (let at = 0; at < Math.max(olds.length, 1); ) {
      const old = olds[at];
      if (old && isUnchanged(old)) {
        yield old;
        at += 1;
        continue;
      }
      const [from, others] = [at === 0 ? null : (old?.range[0] ?? null), olds.slice(at)];
      const until = others.findIndex(isUnchanged);
      const expected = others.slice(0, until < 0 ? others.length : until).reduce((sum, { range }) => sum + range[1], 0);
      at = Math.max(olds.length, 1);
      yield* cutLines(readRows(client, shape, from, expected || undefined), (row) => {
        const found = unchanged.get(nameOf(primaryKeyOf(shape, row)));
        if (found !== undefined) at = found;
        return found !== undefined;
      });
    }
  }
  const store = async (part: StoredChunk | RowLine[]): Promise<StoredChunk> => {
    if ('digest' in part) return part;
    const [first] = part;
    const marks = part.reduce((sum, { mark }) => sum + BigInt(mark), 0n);
    const range: RowRange = [first ? primaryKeyOf(shape, first) : [], part.length, String(marks)];
    return { digest: await storeChunk(place, part, known), range };
  };
  const stored: StoredChunk[] = [];
  for await (const part of inOrder(parts(), CHUNKS_AT_ONCE, store)) {
    stored.push(part);
    report(part.range[1]);
  }
  const lines = stored.reduce((sum, { range }) => sum + range[1], 0);
  if (total !== null && total !== lines) throw new Error(`The table ${shape.name} has ${total} rows, not ${lines}.`);
  return { columns, chunks: stored.map(({ digest }) => digest), lines, ranges: stored.map(({ range }) => range) };
}

const nameOf = (key: readonly string[]): string => JSON.stringify(key);

/** The ranges whose rows are the very same: key of the first row → place in the list. With the number of all rows. */
async function findUnchanged(
  client: PoolClient,
  shape: TableShape,
  olds: readonly StoredChunk[],
  known: ReadonlySet<string>,
): Promise<{ total: number | null; unchanged: ReadonlyMap<string, number> }> {
  const unchanged = new Map<string, number>();
  if (olds.length === 0) return { total: null, unchanged };
  const keys = olds.map(({ range }) => range[0]);
  const found = await findRanges(client, shape, keys);
  const now = new Map(found.map((range) => [range.place, range]));
  const isFirstNew = now.has(-1);
  for (const [place, { digest, range }] of olds.entries()) {
    const [key, lines, marks] = range;
    const same = now.get(place);
    if (same?.lines !== lines || same.marks !== marks || !known.has(digest) || (place === 0 && isFirstNew)) continue;
    unchanged.set(nameOf(key), place);
  }
  return { total: found.reduce((sum, { lines }) => sum + lines, 0), unchanged };
}
