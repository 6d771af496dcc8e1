import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ObjectStorage } from '@stele/storage';
import pLimit from 'p-limit';
import type { Database } from '../../platform/database/open-database.ts';
import { type AssetRecord, keysOf, type Renditions, type Replacement, type StoredRendition } from '../asset.ts';
import { originalKey, renditionKey } from '../keys.ts';
import type { MediaProcessor, ProcessResult, Rendition } from '../processor.ts';
import { countServed } from '../quota.store.ts';
import { makeWorkFolder } from './work-folders.ts';

const WRITES_AT_ONCE = 4;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The file to process: the asset's own, or its replacement. */
export type SourceFile = Pick<Replacement, 'filename' | 'urlName' | 'mime' | 'bytes'> & { readonly sha256: string };

/** How to crop a picture. */
export type Cut = Pick<AssetRecord, 'crop' | 'focalPoint'>;

/** The outcome of processing a file, and its stored renditions. */
export type MadeRenditions =
  | { readonly result: Extract<ProcessResult, { status: 'ready' }>; readonly renditions: Renditions }
  | { readonly result: Extract<ProcessResult, { status: 'failed' }>; readonly renditions: null };

interface Deps {
  readonly database: Pick<Database, 'pool'>;
  readonly storage: ObjectStorage;
  readonly media: {
    readonly processor: MediaProcessor;
    /** Storage limit of each project, in bytes; null for no limit. */
    readonly storageLimit: number | null;
  };
}

/**
 * Makes the renditions of a file of an asset, and stores them. Nothing refers to them yet.
 *
 * @throws StorageUnavailableError; the signal's reason; what the processor throws
 */
export async function makeRenditions(
  deps: Deps,
  asset: Pick<AssetRecord, 'id' | 'projectId' | 'renditions'>,
  source: SourceFile,
  cut: Cut,
  signal: AbortSignal,
): Promise<MadeRenditions> {
  const {
    database,
    storage,
    media: { storageLimit, processor },
  } = deps;
  const folder = await makeWorkFolder();
  try {
    const file = path.join(folder, 'original');
    const outputDirectory = path.join(folder, 'made');
    await mkdir(outputDirectory);
    await fetchOriginal(storage, originalKey(asset.projectId, source.sha256), file, signal);
    const { filename, mime, bytes, urlName } = source;
    const declared = { filename, mime, bytes };
    const result = await processor.process({ file, declared, ...cut, outputDirectory, signal });
    if (result.status === 'failed') return { result, renditions: null };
    const added = newBytes(asset, urlName, [result.full, ...result.variants]);
    if (!(await countServed(database.pool, asset, added, storageLimit))) return { result: NO_ROOM, renditions: null };
    const limit = pLimit(WRITES_AT_ONCE);
    const store = (rendition: Rendition): Promise<StoredRendition> =>
      limit(() => storeRendition(storage, { ...asset, urlName }, rendition, signal));
    const storing = Promise.all([store(result.full), ...result.variants.map(store)]);
    const [full, ...variants] = await storing.catch(async (error: unknown) => {
      // The next attempt writes and counts the same files.
      await countServed(database.pool, asset, -added, null);
      throw error;
    });
    return { result, renditions: { full, variants } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const NO_ROOM = {
  status: 'failed',
  code: 'no_room',
  message: 'The project does not have enough storage left for the served files.',
} as const;

/** Bytes of renditions that the asset doesn't serve yet. */
function newBytes(
  { projectId, id, renditions }: Pick<AssetRecord, 'id' | 'projectId' | 'renditions'>,
  urlName: string,
  files: readonly Rendition[],
): number {
  const served = new Set(keysOf(renditions));
  const added = new Map(files.map((file) => [renditionKey(projectId, id, { ...file, urlName }), file.bytes]));
  return [...added].reduce((sum, [key, bytes]) => sum + (served.has(key) ? 0 : bytes), 0);
}

async function fetchOriginal(storage: ObjectStorage, key: string, file: string, signal: AbortSignal): Promise<void> {
  const found = await storage.stream(key);
  if (!found) throw new Error(`The original ${key} is not in storage.`);
  await pipeline(found.body, createWriteStream(file), { signal });
}

async function storeRendition(
  storage: ObjectStorage,
  { projectId, id, urlName }: Pick<AssetRecord, 'projectId' | 'id' | 'urlName'>,
  { path: file, mime, format, width, height, bytes, sha256, ratio, animated }: Rendition,
  signal: AbortSignal,
): Promise<StoredRendition> {
  signal.throwIfAborted();
  const key = renditionKey(projectId, id, { sha256, urlName, format });
  await storage.putFile(key, file, { contentType: mime, cacheControl: IMMUTABLE });
  return { name: path.basename(file), key, mime, format, width, height, bytes, ratio, animated };
}
