import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pRetry from 'p-retry';

const RETRIES = 4;

/**
 * Fetches a file, several times if need be. It is at its place in full or not at all.
 *
 * @param ask resolves to null when there is no such file
 * @param check throws when the bytes that arrived are wrong
 * @returns whether there is such a file
 * @throws Error when it can't be fetched
 */
export async function download(
  file: string,
  ask: () => Promise<Response | null>,
  check?: (partial: string) => Promise<void>,
): Promise<boolean> {
  const partial = `${file}.${randomUUID()}.part`;
  const fetchOnce = async (): Promise<boolean> => {
    const response = await ask();
    if (!response) return false;
    if (!response.ok || !response.body)
      throw new Error(`The answer for ${path.basename(file)} was ${response.status}.`);
    await pipeline(Readable.fromWeb(response.body), createWriteStream(partial));
    await check?.(partial);
    await rename(partial, file);
    return true;
  };
  try {
    return await pRetry(fetchOnce, { retries: RETRIES, minTimeout: 500 });
  } finally {
    await rm(partial, { force: true });
  }
}
