/** First and last byte, both included. */
export interface Range {
  start: number;
  end: number;
}

/**
 * The range that a Range header requests, of a body of `size` bytes. Null for the whole body: without the header, or if it's not
 * understood or has several ranges, which servers may ignore.
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
