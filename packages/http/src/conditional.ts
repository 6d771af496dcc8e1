/** Whether a request's If-None-Match has the etag, or `*`, so that the client already has the answer. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || etagsOf(ifNoneMatch).some((known) => opaque(known) === opaque(etag));
}

/** Whether a request's If-Range still matches, so that its Range applies. Only a strong etag or an exact date can match. */
export function rangeHolds(ifRange: string | undefined, etag: string, lastModified: Date | null): boolean {
  if (ifRange === undefined) return true;
  const value = ifRange.trim();
  if (value.startsWith('"')) return value === etag;
  return lastModified !== null && value === lastModified.toUTCString();
}

function etagsOf(list: string): string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}

/** An etag without its mark as weak, which caches may add. */
function opaque(etag: string): string {
  return etag.replace(/^W\//, '');
}
