/** Whether a field accepts files of a media type: the type itself, or `image/*` for all images. */
export function acceptsMime(accept: readonly string[] | null, mime: string): boolean {
  return (
    accept === null ||
    accept.some((pattern) => (pattern.endsWith('/*') ? mime.startsWith(pattern.slice(0, -1)) : pattern === mime))
  );
}
