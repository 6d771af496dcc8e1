/**
 * The text of an XML document, decoded by its byte-order mark, else by the encoding that it names, else as UTF-8.
 *
 * @throws TypeError for bytes that are no text in that encoding; RangeError for unknown ones
 */
export function decodeXml(bytes: Uint8Array, { partial = false }: { partial?: boolean } = {}): string {
  return new TextDecoder(encodingOf(bytes), { fatal: !partial }).decode(bytes, { stream: partial });
}

function encodingOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  if (start.startsWith('\xff\xfe') || start.startsWith('<\0')) return 'utf-16le';
  if (start.startsWith('\xfe\xff') || start.startsWith('\0<')) return 'utf-16be';
  // A document that is read as ASCII here can't be in UTF-16, whatever it names.
  const named = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? 'utf-8';
  return /^utf-?16/i.test(named) ? 'utf-8' : named;
}
