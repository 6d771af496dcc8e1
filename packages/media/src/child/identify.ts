import { open } from 'node:fs/promises';
import { fileTypeFromFile, supportedMimeTypes } from 'file-type';
import { fail } from '../failures.ts';
import { canonicalType, isTextual, kindOf } from './media-types.ts';
import { SVG_NAMESPACE } from './svg/svg-names.ts';
import { rootOfXml } from './svg/xml-root.ts';

/** How many bytes of a file's beginning our own checks read. */
const HEAD_BYTES = 64 * 1024;

const ANY = 'application/octet-stream';
/** Formats that could run scripts with the origin that serves them. */
const PAGES = ['text/html', 'application/xhtml+xml'];
/** Containers of other formats, from which they can't always be distinguished. */
const CONTAINERS = ['application/zip', 'application/x-cfb', 'application/gzip', 'application/xml'];

const withSignature = new Set([...supportedMimeTypes].map((type) => canonicalType(type)));

/**
 * Detects the type of a file from its bytes.
 *
 * @param declared the type that it was sent as; `application/octet-stream` for any
 * @returns the type, as `canonicalType` names it
 * @throws FileFailure for an empty file, one of another type than declared, and for HTML pages
 */
export async function identify(file: string, declared: string): Promise<string> {
  const head = await readHead(file);
  if (head.length === 0) fail('empty_file');
  const claimed = canonicalType(declared) || ANY;
  const found = isTextual(claimed) && hasUtf16Mark(head) ? markupOf(head) : await readSignature(file, head);
  if (PAGES.includes(claimed) || (found !== null && PAGES.includes(found))) fail('active_content');
  if (claimed === ANY) return found ?? ANY;
  if (found === null) {
    if (mustHaveSignature(claimed) || (isTextual(claimed) && !isText(head))) fail('type_mismatch', { declared, found });
    return claimed;
  }
  if (!isOneOf(found, claimed)) fail('type_mismatch', { declared, found });
  return CONTAINERS.includes(found) ? claimed : found;
}

/** Whether a file of one type may be declared as another. */
function isOneOf(found: string, claimed: string): boolean {
  if (found === claimed) return true;
  if (isTextual(found) || isTextual(claimed))
    return isTextual(found) && isTextual(claimed) && kindOf(found) === kindOf(claimed);
  // Whether a container has pictures or only sound is known when its tracks are read.
  if (/^(audio|video)\//.test(found))
    return /^(audio|video)\//.test(claimed) && found.split('/')[1] === claimed.split('/')[1];
  const files = kindOf(found) === 'file' && kindOf(claimed) === 'file';
  return files && (CONTAINERS.includes(found) || CONTAINERS.includes(claimed));
}

function mustHaveSignature(type: string): boolean {
  return kindOf(type) !== 'file' || (withSignature.has(type) && !isTextual(type));
}

async function readSignature(file: string, head: Buffer): Promise<string | null> {
  const markup = markupOf(head);
  if (markup !== null && markup !== 'application/xml') return markup;
  const detected = await fileTypeFromFile(file);
  return detected ? canonicalType(detected.mime) : markup;
}

/** The type of an XML document, from its first element; null when it isn't XML. */
function markupOf(head: Buffer): string | null {
  const root = rootOfXml(head);
  if (root === null) return null;
  if (root.local === 'svg' && (root.uri === SVG_NAMESPACE || root.uri === '')) return 'image/svg+xml';
  return root.local.toLowerCase() === 'html' ? 'application/xhtml+xml' : 'application/xml';
}

/** UTF-16 begins with a byte-order mark, but so can MP3. Other text contains no zeros. */
function isText(head: Buffer): boolean {
  return hasUtf16Mark(head) || !head.includes(0);
}

function hasUtf16Mark(head: Buffer): boolean {
  const mark = head.subarray(0, 2).toString('latin1');
  return mark === '\xff\xfe' || mark === '\xfe\xff';
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
