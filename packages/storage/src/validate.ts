import { InvalidKeyError } from './errors.ts';

const MAX_KEY_LENGTH = 512;
/** A file name has up to 255 bytes on every usual file system, and the disk driver adds one. */
const MAX_SEGMENT_LENGTH = 240;
/** As many as S3 takes. */
const MAX_PARTS = 10_000;
const KEY_CHARACTERS = /^[A-Za-z0-9._/-]+$/;
const PRINTABLE_ASCII = /^[\x20-\x7e]{1,255}$/;

/**
 * Checks that all drivers can store a key and no driver can misread it: `[A-Za-z0-9._/-]`, at most 512 characters, segments of 1
 * to 240 characters, none of them `.`, and no `..`.
 *
 * @throws InvalidKeyError
 */
export function assertValidKey(key: string): void {
  assertCharacters(key, 'key');
  for (const segment of key.split('/')) {
    if (segment === '') throw new InvalidKeyError(`The key ${quote(key)} has an empty segment.`);
    assertSegment(key, segment);
  }
}

/**
 * Like `assertValidKey` for the beginning of a key: may be empty, and may end within a segment or after a slash.
 *
 * @throws InvalidKeyError
 */
export function assertValidPrefix(prefix: string): void {
  if (prefix === '') return;
  assertCharacters(prefix, 'prefix');
  const segments = prefix.split('/');
  const last = segments.length - 1;
  segments.forEach((segment, index) => {
    if (segment === '' && index !== last)
      throw new InvalidKeyError(`The prefix ${quote(prefix)} has an empty segment.`);
    if (index !== last) assertSegment(prefix, segment);
  });
}

/** @throws TypeError when it isn't 1 to 255 printable ASCII characters, which are safe in a header */
export function assertContentType(contentType: string): void {
  if (!PRINTABLE_ASCII.test(contentType)) {
    throw new TypeError(`The content type ${quote(contentType)} isn't 1 to 255 printable ASCII characters.`);
  }
}

/** @throws TypeError for an invalid content type, or for both conditions */
export function assertPutOptions(options: { contentType: string; ifMatch?: string; ifNoneMatch?: '*' }): void {
  assertContentType(options.contentType);
  if (options.ifMatch !== undefined && options.ifNoneMatch !== undefined) {
    throw new TypeError('A put takes ifMatch or ifNoneMatch, not both.');
  }
}

/** @throws TypeError when the declared length isn't a whole number of bytes, or the time isn't positive */
export function assertPresign(options: { contentType: string; contentLength: number; expiresInSeconds: number }): void {
  assertContentType(options.contentType);
  assertLength(options.contentLength);
  assertExpiry(options.expiresInSeconds);
}

/** The same for a part of an upload. @throws TypeError, also for an invalid part number */
export function assertPart(options: { partNumber: number; contentLength: number; expiresInSeconds: number }): void {
  const { partNumber } = options;
  if (!Number.isSafeInteger(partNumber) || partNumber < 1 || partNumber > MAX_PARTS) {
    throw new TypeError(`The part number ${partNumber} isn't a whole number from 1 to ${MAX_PARTS}.`);
  }
  assertLength(options.contentLength);
  assertExpiry(options.expiresInSeconds);
}

/** @throws TypeError when it isn't a positive whole number of seconds */
export function assertExpiry(expiresInSeconds: number): void {
  if (!Number.isSafeInteger(expiresInSeconds) || expiresInSeconds < 1) {
    throw new TypeError(`The expiry of ${expiresInSeconds} isn't a whole number of seconds.`);
  }
}

/** @throws TypeError for a name that isn't 1 to 255 characters of text on one line */
export function assertFilename(filename: string): void {
  if (!/^[^\p{Cc}\p{Cs}]{1,255}$/u.test(filename)) {
    throw new TypeError(`The filename ${quote(filename)} isn't 1 to 255 characters of text.`);
  }
}

/** @throws TypeError unless it's formed like the disk driver's id of a multipart upload */
export function assertUploadId(uploadId: string): void {
  if (!/^[0-9a-f]{32}$/.test(uploadId)) throw new TypeError(`${quote(uploadId)} isn't the id of an upload in parts.`);
}

function assertLength(contentLength: number): void {
  if (!Number.isSafeInteger(contentLength) || contentLength < 0) {
    throw new TypeError(`The content length ${contentLength} isn't a whole number of bytes.`);
  }
}

/** @throws TypeError when a range isn't made of whole numbers in order */
export function assertRange(range: { start: number; end?: number }): void {
  const { start, end } = range;
  const wholeEnd = end === undefined || (Number.isSafeInteger(end) && end >= start);
  if (!Number.isSafeInteger(start) || start < 0 || !wholeEnd) {
    throw new TypeError(`The range ${start}-${end ?? ''} isn't a range of bytes.`);
  }
}

function assertCharacters(text: string, what: string): void {
  if (text.length > MAX_KEY_LENGTH) {
    throw new InvalidKeyError(`A ${what} may have at most ${MAX_KEY_LENGTH} characters, this one has ${text.length}.`);
  }
  if (!KEY_CHARACTERS.test(text))
    throw new InvalidKeyError(`The ${what} ${quote(text)} is empty or has a character other than A-Z a-z 0-9 . _ / -`);
  if (text.includes('..')) throw new InvalidKeyError(`The ${what} ${quote(text)} contains "..".`);
}

function assertSegment(text: string, segment: string): void {
  if (segment === '.') throw new InvalidKeyError(`The key ${quote(text)} has a segment ".".`);
  if (segment.length > MAX_SEGMENT_LENGTH) {
    throw new InvalidKeyError(`A segment of a key may have at most ${MAX_SEGMENT_LENGTH} characters.`);
  }
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
