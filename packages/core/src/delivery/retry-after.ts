/**
 * How long a receiver wants to be left alone, by its field Retry-After (RFC 9110, section 10.2.3): seconds, or a date.
 *
 * @param longestMs however long it wants that, it isn't for longer
 * @returns milliseconds; null when it doesn't say so in a way that can be read
 */
export function readRetryAfter(text: string | null | undefined, now: Date, longestMs: number): number | null {
  if (text === null || text === undefined) return null;
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text.slice(0, 100)) - now.getTime();
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, longestMs) : null;
}
