import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ObjectStorage } from '@stele/storage';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { Connection, Queryable } from '../../platform/database/sql.ts';
import type { GuardedClient, OutgoingAnswer } from '../../platform/outgoing/guarded-client.ts';
import { OutgoingRequestError } from '../../platform/outgoing/outgoing-error.ts';
import type { AssetError, AssetRecord } from '../asset.ts';
import { originalKey } from '../keys.ts';
import { lockAsset, writeError } from '../processing/outcome.store.ts';
import { makeWorkFolder } from '../processing/work-folders.ts';
import { changeStorageUse, loadByteQuota, reserveBytes } from '../quota.store.ts';
import { keepFile, markStored } from '../stored-files.store.ts';
import { describeFetched, giveFile } from '../uploads.store.ts';
import { declaredType } from './declared-type.ts';

/** The kind of job that fetches the file of an asset; its key is the asset's id, its payload has the URL. */
export const FETCH_ASSET = 'fetch-asset';

const MAX_BYTES = 1_000_000_000;
const TIMEOUT_MS = 15 * 60_000;
/** Bytes per second. A slower server would block a slot. */
const LEAST_SPEED = 32 * 1024;
const REDIRECTS = 5;
/** How many bytes at a time are reserved for an answer without a length. */
const RESERVED_STEP = 16 * 1024 * 1024;
/** How long a file is kept until its asset gets it. */
const KEPT_MS = 60 * 60_000;
/** Statuses that may be temporary. */
const PASSING = [408, 425, 429];

/** Services and limits that fetching needs. */
export interface FetchingServices {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly delivery: { readonly client: GuardedClient };
  readonly clock: Clock;
  /** Storage limit of each project, in bytes; null for no limit. */
  readonly media: { readonly storageLimit: number | null };
}

/** The file to fetch. */
export interface FetchingTask {
  readonly projectId: string;
  readonly assetId: string;
  readonly url: string;
  readonly signal: AbortSignal;
  /** Called in the transaction that writes the outcome. */
  done(tx: Connection): Promise<void>;
}

/** The URL will never have a usable file. The message is for the person who requested it. */
export class NothingFetched extends Error {
  override readonly name = 'NothingFetched';
}

interface FetchedFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly mime: string;
}

/**
 * Fetches the file of an asset, stores it, and schedules its processing.
 *
 * @throws NothingFetched when another attempt can't succeed; other errors when it may
 */
export async function fetchAsset(services: FetchingServices, task: FetchingTask): Promise<void> {
  const folder = await makeWorkFolder();
  try {
    const file = await download(services, task, path.join(folder, 'original'));
    await store(services, task, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Marks an asset as failed whose file could not be fetched. */
export async function giveUpFetching(
  { database, clock }: Pick<FetchingServices, 'database' | 'clock'>,
  task: FetchingTask,
  error: AssetError,
): Promise<void> {
  await inTransaction(database.pool, async (client) => {
    const asset = await lockAsset(client, { id: task.assetId, projectId: task.projectId });
    if (isWaiting(asset)) {
      await changeStorageUse(client, task.projectId, { used: 0, reserved: -asset.bytes, assets: 0 });
      await describeFetched(client, task.assetId, { mime: asset.mime, bytes: 0 });
      await writeError(client, task.assetId, error, clock.now());
    }
    await task.done(client);
  });
}

function download(services: FetchingServices, task: FetchingTask, target: string): Promise<FetchedFile> {
  const { client: outgoing } = services.delivery;
  const { url, signal } = task;
  const options = { redirects: REDIRECTS, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, leastSpeed: LEAST_SPEED, signal };
  return outgoing
    .stream(url, options, async (body, answer) => {
      assertFound(answer);
      const hash = createHash('sha256');
      let bytes = 0;
      let reserved = await reserveSpace(services, task, { least: 0, wanted: lengthOf(answer) });
      const counted = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
        for await (const chunk of chunks) {
          hash.update(chunk);
          bytes += chunk.byteLength;
          if (bytes > reserved)
            reserved = await reserveSpace(services, task, { least: bytes, wanted: bytes + RESERVED_STEP });
          yield chunk;
        }
      };
      await pipeline(body, counted, createWriteStream(target), { signal });
      if (bytes === 0) throw new NothingFetched('The file at the URL is empty.');
      return { path: target, sha256: hash.digest('hex'), bytes, mime: declaredType(answer.headers['content-type']) };
    })
    .catch((error: unknown) => {
      const isFinal = error instanceof OutgoingRequestError && FINAL.includes(error.fault);
      throw isFinal ? new NothingFetched(error.message, { cause: error }) : error;
    });
}

const FINAL: readonly string[] = ['address_refused', 'answer_too_large', 'too_many_redirects', 'too_slow'];

function assertFound({ status, url }: OutgoingAnswer): void {
  if (status === 200) return;
  const message = `${new URL(url).host} answered with the status ${status}.`;
  throw status >= 500 || PASSING.includes(status)
    ? new OutgoingRequestError('unavailable', message)
    : new NothingFetched(message);
}

/** The Content-Length of an answer; 0 without one. */
function lengthOf({ headers }: OutgoingAnswer): number {
  const length = Number(headers['content-length'] ?? 0);
  return Number.isSafeInteger(length) && length > 0 ? length : 0;
}

/**
 * Reserves space for the file of an asset, before its bytes are written, in addition to what an earlier attempt reserved.
 *
 * @returns how many bytes are reserved in total
 * @throws NothingFetched when there isn't enough space
 */
async function reserveSpace(
  { database, media: { storageLimit } }: FetchingServices,
  { assetId, projectId }: FetchingTask,
  { least, wanted }: { readonly least: number; readonly wanted: number },
): Promise<number> {
  if ((await loadByteQuota(database.pool, projectId, storageLimit)) === null) return Number.POSITIVE_INFINITY;
  const needed = least === 0 ? wanted : least;
  return inTransaction(database.pool, async (client) => {
    const asset = await lockAsset(client, { id: assetId, projectId });
    if (asset?.stage !== 'pending') throw new NothingFetched('The asset is gone.');
    for (const bytes of new Set([wanted, needed])) {
      if (bytes <= asset.bytes) return asset.bytes;
      if (!(await reserveBytes(client, projectId, bytes - asset.bytes, storageLimit))) continue;
      await describeFetched(client, assetId, { mime: asset.mime, bytes });
      return bytes;
    }
    throw new NothingFetched(NO_ROOM);
  });
}

const NO_ROOM = 'The project does not have enough storage left for the file.';

async function store(services: FetchingServices, task: FetchingTask, file: FetchedFile): Promise<void> {
  const { database, storage, clock } = services;
  const { projectId } = task;
  const kept = await keepFile(database.pool, { ...file, projectId }, new Date(clock.now().getTime() + KEPT_MS));
  if (!kept) throw new Error('The same file is just being removed.');
  if (!kept.isStored) await storage.putFile(originalKey(projectId, file.sha256), file.path, { contentType: file.mime });
  await inTransaction(database.pool, async (client) => {
    const asset = await lockAsset(client, { id: task.assetId, projectId });
    if (isWaiting(asset)) {
      const used = await markStored(client, kept);
      if (used === null) throw new Error('The file was removed before the asset got it.');
      await countFile(client, services, asset, used);
      await describeFetched(client, task.assetId, file);
      await giveFile(client, task, file.sha256, clock.now());
    }
    await task.done(client);
  });
}

/** Counts a file instead of its reserved bytes, in the transaction that gives it to the asset. @throws NothingFetched without space */
async function countFile(
  client: Queryable,
  { media: { storageLimit } }: FetchingServices,
  { projectId, bytes: reserved }: AssetRecord,
  bytes: number,
): Promise<void> {
  const missing = Math.max(0, bytes - reserved);
  if (!(await reserveBytes(client, projectId, missing, storageLimit))) throw new NothingFetched(NO_ROOM);
  await changeStorageUse(client, projectId, { used: bytes, reserved: -reserved - missing, assets: 1 });
}

function isWaiting(asset: AssetRecord | null): asset is AssetRecord & { readonly stage: 'pending' } {
  return asset?.stage === 'pending';
}
