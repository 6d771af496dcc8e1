import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { DamagedObjectError, RangeNotSatisfiableError } from '../errors.ts';
import type { ByteRange, ObjectInfo } from '../object-storage.ts';
import { FileBody } from './file-body.ts';

/**
 * An object is one file: a header of this many bytes, and then the body. So content type, etag and bytes change in one rename, and
 * the size of the body follows from the size of the file.
 */
export const HEADER_BYTES = 512;
/** Larger files are read by a thread, since the disk may have to find them. */
const SMALL_BYTES = 64 * 1024;

interface Header {
  stele_object: 1;
  content_type: string;
  etag: string;
  size: number;
}

export function encodeHeader(fields: { contentType: string; etag: string; size: number }): Buffer {
  const header: Header = { stele_object: 1, content_type: fields.contentType, etag: fields.etag, size: fields.size };
  return Buffer.from(`${JSON.stringify(header).padEnd(HEADER_BYTES - 1)}\n`, 'latin1');
}

/** Reads small files synchronously, like all short disk operations (docs/decisions/decided-publishing.md). */
export async function readObject(path: string): Promise<{ body: Uint8Array; info: ObjectInfo }> {
  return readSmall(path) ?? readLarge(path);
}

/** @returns null for a file that isn't small */
function readSmall(path: string): { body: Uint8Array; info: ObjectInfo } | null {
  const file = openSync(path, 'r');
  try {
    const { size, mtime } = fstatSync(file);
    if (size > SMALL_BYTES) return null;
    const bytes = Buffer.allocUnsafeSlow(size);
    for (let filled = 0; filled < size; ) {
      const read = readSync(file, bytes, filled, size - filled, filled);
      if (read === 0) throw damaged(path, 'it is shorter than its header');
      filled += read;
    }
    return { body: bytes.subarray(HEADER_BYTES), info: infoOf(bytes, size, mtime, path) };
  } finally {
    closeSync(file);
  }
}

async function readLarge(path: string): Promise<{ body: Uint8Array; info: ObjectInfo }> {
  const file = await open(path, 'r');
  try {
    const { size, mtime } = await file.stat();
    const bytes = Buffer.allocUnsafeSlow(size);
    await readFully(file, bytes, path);
    return { body: bytes.subarray(HEADER_BYTES), info: infoOf(bytes, size, mtime, path) };
  } finally {
    await file.close();
  }
}

export async function readInfo(path: string): Promise<ObjectInfo> {
  const file = openSync(path, 'r');
  try {
    const { size, mtime } = fstatSync(file);
    const header = Buffer.alloc(HEADER_BYTES);
    readSync(file, header);
    return infoOf(header, size, mtime, path);
  } finally {
    closeSync(file);
  }
}

export async function streamObject(path: string, range?: ByteRange): Promise<{ body: Readable; info: ObjectInfo }> {
  const file = await open(path, 'r');
  try {
    const info = await infoOfFile(file, path);
    const start = range?.start ?? 0;
    if (range !== undefined && start >= info.size) {
      throw new RangeNotSatisfiableError(`The range begins at byte ${start} of ${info.size}.`);
    }
    const end = Math.min(range?.end ?? info.size - 1, info.size - 1);
    return { body: new FileBody(file, HEADER_BYTES + start, end - start + 1), info };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function infoOfFile(file: FileHandle, path: string): Promise<ObjectInfo> {
  const { size, mtime } = await file.stat();
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  await readFully(file, header, path);
  return infoOf(header, size, mtime, path);
}

async function readFully(file: FileHandle, into: Buffer, path: string): Promise<void> {
  let filled = 0;
  while (filled < into.length) {
    const { bytesRead } = await file.read(into, filled, into.length - filled, filled);
    if (bytesRead === 0) throw damaged(path, 'it is shorter than its header');
    filled += bytesRead;
  }
}

function infoOf(bytes: Buffer, fileSize: number, lastModified: Date, path: string): ObjectInfo {
  if (fileSize < HEADER_BYTES) throw damaged(path, 'it is shorter than its header');
  const header = parseHeader(bytes.toString('latin1', 0, HEADER_BYTES));
  if (header === null) throw damaged(path, 'its header is not one of this driver');
  const size = fileSize - HEADER_BYTES;
  if (header.size !== size) throw damaged(path, `it holds ${size} bytes instead of ${header.size}`);
  return { size, etag: header.etag, contentType: header.content_type, lastModified };
}

function parseHeader(text: string): Header | null {
  try {
    const value = JSON.parse(text) as Partial<Header> | null;
    const valid =
      value?.stele_object === 1 &&
      typeof value.content_type === 'string' &&
      typeof value.etag === 'string' &&
      typeof value.size === 'number';
    return valid ? (value as Header) : null;
  } catch {
    return null;
  }
}

function damaged(path: string, how: string): DamagedObjectError {
  return new DamagedObjectError(`The object file ${path} is damaged: ${how}.`);
}
