/**
 * The text of an XML document, decoded by its byte-order mark, else by its declared encoding, else as UTF-8.
 *
 * @throws TypeError for bytes that are invalid in that encoding; RangeError for an unknown encoding
 */
export function decodeXml(bytes: Uint8Array, { partial = false }: { partial?: boolean } = {}): string {
  return new TextDecoder(encodingOf(bytes), { fatal: !partial }).decode(bytes, { stream: partial });
}

function encodingOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  if (start.startsWith('\xff\xfe') || start.startsWith('<\0')) return 'utf-16le';
  if (start.startsWith('\xfe\xff') || start.startsWith('\0<')) return 'utf-16be';
  // A document that can be read as ASCII isn't in UTF-16, whatever it declares.
  const named = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? 'utf-8';
  return /^utf-?16/i.test(named) ? 'utf-8' : named;
}
