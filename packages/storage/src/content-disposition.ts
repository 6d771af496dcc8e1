/** All but the characters that every browser and tool accepts unescaped in a quoted name. */
const PLAIN = /[^A-Za-z0-9 ._()-]/g;
/** Characters that RFC 8187 escapes and `encodeURIComponent` doesn't. */
const UNESCAPED = /['()*]/g;

/**
 * The header that makes a browser save a response under a name: the name itself, and one in ASCII for old tools.
 *
 * @throws URIError for a name with a lone surrogate
 */
export function attachmentOf(filename: string): string {
  const plain = filename.replace(PLAIN, '_');
  const escaped = encodeURIComponent(filename).replace(
    UNESCAPED,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${escaped}`;
}
