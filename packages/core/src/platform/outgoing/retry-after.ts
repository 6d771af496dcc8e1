/**
 * How long to wait according to a Retry-After header (RFC 9110, section 10.2.3): seconds, or a date.
 *
 * @param longestMs the longest wait
 * @returns milliseconds; null when the header is missing or invalid
 */
export function readRetryAfter(text: string | null | undefined, now: Date, longestMs: number): number | null {
  if (text === null || text === undefined) return null;
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text.slice(0, 100)) - now.getTime();
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, longestMs) : null;
}
