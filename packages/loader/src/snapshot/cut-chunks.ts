import type { ChunkRef } from '@stele/snapshot';
import { type ChunkOrigin, LazyValues, type StoredEntry } from './lazy-values.ts';

/**
 * What an entry begins with, up to its values, as `entryText` writes it. In values it doesn't occur: quotes in texts are
 * escaped, and keys of objects are sorted.
 */
const HEAD =
  /\{"id":"[^"\\]*","version":(?:0|[1-9]\d{0,14}),"schema_version":(?:0|[1-9]\d{0,14}),"published_at":(?:"[^"\\]*"|null),"values":(?=\{)/y;
const HEAD_START = '{"id":"';

/** What stands where: the first brace closes values. */
const LIST_START = '[[';
const BETWEEN_ENTRIES = '}},';
const BETWEEN_CHUNKS = '}}],[';
const LIST_END = '}}]]';

/** An entry that can be given its values. */
type Head = Omit<StoredEntry, 'values'> & { values: StoredEntry['values'] };

/** Where entries and their values start. */
interface Places {
  readonly starts: readonly number[];
  readonly values: readonly number[];
}

/**
 * The entries of chunks, with values that are left as text.
 *
 * Chunks may be written in another form. Then there are more or fewer heads than entries; and should there be as many by
 * chance, because an object in values is taken for an entry, what's cut out isn't JSON, which is found when it's parsed.
 *
 * @param text a list of the chunks
 * @returns each chunk's entries; null when heads don't tell what they are
 */
export function cutChunks(
  text: string,
  chunks: readonly ChunkRef[],
  originOf: (chunk: ChunkRef) => ChunkOrigin,
): readonly StoredEntry[][] | null {
  const places = findHeads(text);
  const count = chunks.reduce((sum, { entries }) => sum + entries, 0);
  if (places.starts.length !== count || !text.startsWith(LIST_START) || places.starts[0] !== LIST_START.length) {
    return null;
  }
  const heads = parseHeads(text, places);
  const all: StoredEntry[][] = [];
  let next = 0;
  for (const chunk of chunks) {
    if (heads?.[next]?.id !== chunk.first_id) return null;
    const origin = originOf(chunk);
    const entries: StoredEntry[] = [];
    for (const last = next + chunk.entries; next < last; next++) {
      const behind = next + 1 === count ? LIST_END : next + 1 === last ? BETWEEN_CHUNKS : BETWEEN_ENTRIES;
      const end = (places.starts[next + 1] ?? text.length) - behind.length;
      const head = heads[next];
      if (!head || !text.startsWith(behind, end)) return null;
      head.values = new LazyValues(text, places.values[next] ?? 0, end + 1, origin);
      entries.push(head);
    }
    all.push(entries);
  }
  return all;
}

function findHeads(text: string): Places {
  const starts: number[] = [];
  const values: number[] = [];
  let start = text.indexOf(HEAD_START);
  while (start !== -1) {
    HEAD.lastIndex = start;
    const isHead = HEAD.test(text);
    if (isHead) {
      starts.push(start);
      values.push(HEAD.lastIndex);
    }
    start = text.indexOf(HEAD_START, isHead ? HEAD.lastIndex : start + 1);
  }
  return { starts, values };
}

/** Parsed with null for values, and all at once: texts of their own, since what's cut out of a text holds all of it. */
function parseHeads(text: string, { starts, values }: Places): readonly Head[] | null {
  const heads = starts.map((start, index) => text.slice(start, values[index]));
  try {
    return JSON.parse(`[${heads.join('null},')}null}]`);
  } catch {
    return null;
  }
}
