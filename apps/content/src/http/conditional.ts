/** A request's If-None-Match names the answer's etag, or any: the client has it already. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || etagsOf(ifNoneMatch).some((known) => opaque(known) === opaque(etag));
}

/** A request's If-Range still holds, so that its Range counts. Only a strong etag or an exact date can. */
export function rangeHolds(ifRange: string | undefined, etag: string, lastModified: Date | null): boolean {
  if (ifRange === undefined) return true;
  const value = ifRange.trim();
  if (value.startsWith('"')) return value === etag;
  return lastModified !== null && value === lastModified.toUTCString();
}

function etagsOf(list: string): string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}

/** Caches on the way may turn an etag into a weak one. */
function opaque(etag: string): string {
  return etag.replace(/^W\//, '');
}
