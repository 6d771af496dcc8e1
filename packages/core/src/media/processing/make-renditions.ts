import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ObjectStorage } from '@stele/storage';
import pLimit from 'p-limit';
import type { AssetRecord, Renditions, Replacement, StoredRendition } from '../asset.ts';
import { originalKey, renditionKey } from '../keys.ts';
import type { MediaProcessor, ProcessResult, Rendition } from '../processor.ts';
import { makeWorkFolder } from './work-folders.ts';

const WRITES_AT_ONCE = 4;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The file that is to be processed: the asset's own, or the one that is to replace it. */
export type SourceFile = Pick<Replacement, 'filename' | 'urlName' | 'mime' | 'bytes'> & { readonly sha256: string };

/** How a picture is to be cut. */
export type Cut = Pick<AssetRecord, 'crop' | 'focalPoint'>;

/** What became of a file, with what is stored of it. */
export type MadeRenditions =
  | { readonly result: Extract<ProcessResult, { status: 'ready' }>; readonly renditions: Renditions }
  | { readonly result: Extract<ProcessResult, { status: 'failed' }>; readonly renditions: null };

interface Deps {
  readonly storage: ObjectStorage;
  readonly processor: MediaProcessor;
}

/**
 * Makes what is served of a file of an asset, and stores it. Nothing points at it yet.
 *
 * @throws StorageUnavailableError; the signal's reason; what the processor throws
 */
export async function makeRenditions(
  { storage, processor }: Deps,
  asset: Pick<AssetRecord, 'id' | 'projectId'>,
  source: SourceFile,
  cut: Cut,
  signal: AbortSignal,
): Promise<MadeRenditions> {
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
    const limit = pLimit(WRITES_AT_ONCE);
    const store = (rendition: Rendition): Promise<StoredRendition> =>
      limit(() => storeRendition(storage, { ...asset, urlName }, rendition, signal));
    const [full, ...variants] = await Promise.all([store(result.full), ...result.variants.map(store)]);
    return { result, renditions: { full, variants } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
