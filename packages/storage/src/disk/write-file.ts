import { createHash } from 'node:crypto';
import { closeSync, fsync, openSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { UploadLengthError } from '../errors.ts';
import { encodeHeader, HEADER_BYTES } from './object-file.ts';
import { FILE_MODE } from './private-files.ts';

const syncFile = promisify(fsync);
/** Up to this size, the system takes a write into its cache at once. */
export const SMALL_BYTES = 1024 * 1024;

export interface UploadDeclaration {
  contentType: string;
  /** The exact number of bytes in the stream. */
  contentLength: number;
}

/** Writes a new object file and syncs it. */
export async function writeBytes(path: string, body: Uint8Array, contentType: string): Promise<{ etag: string }> {
  // A hash of the bytes, so that the etag stays the same in a copy of the folder.
  const etag = createHash('sha256').update(body).digest('hex');
  const header = encodeHeader({ contentType, etag, size: body.byteLength });
  if (body.byteLength > SMALL_BYTES) await writeNew(path, (file) => writeAll(file, [header, body], 0));
  else await writeSmall(path, header, body);
  return { etag };
}

/**
 * Writes synchronously, like all short disk operations (docs/decisions/decided-publishing.md). Only the fsync waits for the disk.
 */
async function writeSmall(path: string, header: Uint8Array, body: Uint8Array): Promise<void> {
  const file = openSync(path, 'wx', FILE_MODE);
  try {
    writeAllSync(file, header);
    writeAllSync(file, body);
    await syncFile(file);
  } finally {
    closeSync(file);
  }
}

function writeAllSync(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.byteLength; ) done += writeSync(file, bytes, done);
}

/**
 * Writes a new object file from a stream and syncs it. The header, which contains the hash, is written last.
 *
 * @throws UploadLengthError when the stream isn't as long as declared, as soon as it's too long
 */
export async function writeStream(
  path: string,
  source: AsyncIterable<Uint8Array>,
  { contentType, contentLength }: UploadDeclaration,
): Promise<{ etag: string }> {
  const hash = createHash('sha256');
  let size = 0;
  let etag = '';
  await writeNew(path, async (file) => {
    for await (const chunk of source) {
      if (size + chunk.byteLength > contentLength) {
        throw new UploadLengthError(`More than the declared ${contentLength} bytes came.`, true);
      }
      hash.update(chunk);
      await writeAll(file, [chunk], HEADER_BYTES + size);
      size += chunk.byteLength;
    }
    if (size < contentLength) {
      throw new UploadLengthError(`${size} bytes came of the declared ${contentLength}.`, false);
    }
    etag = hash.digest('hex');
    await writeAll(file, [encodeHeader({ contentType, etag, size })], 0);
  });
  return { etag };
}

async function writeNew(path: string, fill: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, 'wx', FILE_MODE);
  try {
    await fill(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, parts: readonly Uint8Array[], position: number): Promise<void> {
  let at = position;
  for (const part of parts) {
    for (let done = 0; done < part.byteLength; ) {
      const { bytesWritten } = await file.write(part, done, part.byteLength - done, at);
      done += bytesWritten;
      at += bytesWritten;
    }
  }
}
