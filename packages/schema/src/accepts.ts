/** Whether a file of a media type may stand in a field: the type itself, or `image/*` for all that begin so. */
export function acceptsMime(accept: readonly string[] | null, mime: string): boolean {
  return (
    accept === null ||
    accept.some((pattern) => (pattern.endsWith('/*') ? mime.startsWith(pattern.slice(0, -1)) : pattern === mime))
  );
}
