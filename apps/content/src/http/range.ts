/** First and last byte, both inclusive. */
export interface Range {
  start: number;
  end: number;
}

/**
 * The range of a body of `size` bytes that a Range header asks for. Null when the whole body is the answer: without a
 * header, and for one that isn't understood or names several ranges, as every server may.
 */
export function parseRange(value: string | undefined, size: number): Range | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(value?.replace(/\s/g, '') ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return null;
  if (first === '') {
    const suffix = Math.min(Number(last), size);
    return suffix === 0 ? 'unsatisfiable' : { start: size - suffix, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}

export function contentRange(range: Range, size: number): string {
  return `bytes ${range.start}-${range.end}/${size}`;
}
