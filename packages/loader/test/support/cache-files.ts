import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '@stele/snapshot';
import { FolderCache } from '../../src/cache/folder-cache.ts';
import type { ChunkHeads } from '../../src/snapshot/chunk-heads.ts';

/** A record of a collection's file, as it stands in the cache. */
export interface StoredRecord {
  readonly format: number;
  readonly project_url: string;
  readonly chunks: readonly ChunkHeads[];
}

const DIGEST_LENGTH = 64;

/** A cache that takes all its files for old enough to be told from changed ones. */
export function settledCache(folder: string): FolderCache {
  return new FolderCache(folder, () => Date.now() + 60_000);
}

/** The file of an object. @param key its key in storage */
export function objectFile(folder: string, key: string): string {
  return path.join(folder, 'v1', 'objects', path.basename(key));
}

/** The files of all records. */
export async function recordFiles(folder: string): Promise<string[]> {
  const files = path.join(folder, 'v1', 'files');
  return (await readdir(files)).map((name) => path.join(files, name));
}

export async function readRecord(file: string): Promise<StoredRecord> {
  return JSON.parse((await readFile(file, 'utf8')).slice(DIGEST_LENGTH));
}

/** Writes a record with its digest. */
export async function writeRecord(file: string, record: object): Promise<void> {
  const text = JSON.stringify(record);
  await writeFile(file, sha256(text) + text);
}

/** Changes records as if all chunks had been verified as they are now. */
export async function restamp(folder: string): Promise<void> {
  const cache = settledCache(folder);
  for (const file of await recordFiles(folder)) {
    const record = await readRecord(file);
    const chunks = record.chunks.map((heads) => ({ ...heads, stamp: cache.stamp(`objects/${heads.sha256}.json`) }));
    await writeRecord(file, { ...record, chunks });
  }
}
