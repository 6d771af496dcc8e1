/** Position of an entry in a file: by sort key, ties by id. */
export interface Position {
  readonly key: string;
  readonly id: string;
}

/** Orders positions as files are ordered: by code units of the key, then of the id. */
export function comparePositions(a: Position, b: Position): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  return 0;
}

/** A half-open range of nodes, and the positions that fall into it. */
export interface Window<P> {
  readonly start: number;
  readonly end: number;
  readonly positions: readonly P[];
}

/**
 * Finds the ranges of nodes that changes at positions can affect. For each position, that's the run from the natural cut strictly
 * before it to the one after it, because removing the entry at a natural cut joins its run with the previous one. Overlapping
 * ranges are merged.
 *
 * @param nodes chunks or pages in order, with the position of their first entry, and whether they begin at a natural cut
 * @param positions sorted by `comparePositions`
 */
export function affectedWindows<P extends Position>(
  nodes: readonly { readonly first: Position; readonly natural: boolean }[],
  positions: readonly P[],
): Window<P>[] {
  const windows: { start: number; end: number; positions: P[] }[] = [];
  for (const position of positions) {
    const after = firstIndex(nodes.length, (index) => comparePositions(nodes[index]?.first ?? position, position) > 0);
    const at = firstIndex(nodes.length, (index) => comparePositions(nodes[index]?.first ?? position, position) >= 0);
    let start = Math.max(0, at - 1);
    while (start > 0 && !nodes[start]?.natural) start--;
    let end = after;
    while (end < nodes.length && !nodes[end]?.natural) end++;
    const last = windows.at(-1);
    if (last && (start < last.end || start === last.start)) {
      last.end = Math.max(last.end, end);
      last.positions.push(position);
    } else windows.push({ start, end, positions: [position] });
  }
  return windows;
}

function firstIndex(length: number, test: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
