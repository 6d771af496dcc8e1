import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isLiveFileKey, POINTER_MIRRORS_PREFIX } from '@stele/snapshot';
import { DamagedObjectError, type ObjectListing, type ObjectStorage } from '@stele/storage';
import { INCOMING } from '../../media/keys.ts';
import { ImmutablePuts } from './immutable-puts.ts';
import { inOrder } from './in-order.ts';
import { type KeyedLine, readChunks, writeLines } from './line-lists.ts';
import type { LineList, ObjectLine, ReportProgress } from './manifest.ts';
import { type BackupRepository, DamagedBackupError } from './repository.ts';
import { digestOf, digestOfStream } from './vault.ts';

const AT_ONCE = 24;
/** Larger objects pass through a file. */
const LARGE_BYTES = 8 * 1024 * 1024;
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Lines that are handed on together. */
const PAGE = 500;

/** The digest that the key of an object tells, whole or its beginning; null for manifests, whose digest the database has. */
export function digestInKey(key: string): string | null {
  return (
    /\/(?:chunks|indexes)\/([0-9a-f]{64})\.json$|\/originals\/([0-9a-f]{64})$|\/archives\/([0-9a-f]{64})\.ndjson\.gz$|\/media\/[^/]+\/([0-9a-f]{24})\/[^/]+$/
      .exec(key)
      ?.slice(1)
      .find((digest) => digest !== undefined) ?? null
  );
}

/** The objects that a backup found in storage. */
export interface BackedUpObjects {
  readonly list: LineList;
  readonly bytes: number;
  /** Keys of objects that don't match their digest, and aren't in the list. */
  readonly damaged: readonly string[];
  /** Keys of those that don't match it either, but are in the list as the earlier one has them. */
  readonly kept: readonly string[];
  /** Keys of the earlier list's objects that storage doesn't have. */
  readonly gone: ReadonlySet<string>;
  /** Keys of all objects that are in the list. */
  readonly keys: ReadonlySet<string>;
}

interface CopyOptions {
  readonly place: BackupRepository;
  readonly storage: ObjectStorage;
  /** An earlier list: what it names is stored already, and objects never change. */
  readonly before: LineList | null;
  /** Prefixes of the objects that may have been stored since the earlier list; by default, all may. */
  readonly prefixes?: readonly string[];
  /** Keys of objects that leave the list if storage doesn't have them. */
  readonly dropped?: ReadonlySet<string>;
  readonly knownLines: ReadonlySet<string>;
  /** The keys of the objects that the place has. Keys of new objects are added. */
  readonly placeKeys: Set<string>;
  readonly report: ReportProgress;
}

/**
 * Stores all objects that the place lacks, each checked against its digest, and a list of them. Of a damaged one, the copy of
 * the earlier list stays. Leaves out uploads that aren't
 * completed, and copies of the pointer: the API writes those again.
 */
export async function backUpObjects(options: CopyOptions): Promise<BackedUpObjects> {
  const { place, storage, before, prefixes = [''], dropped, knownLines, placeKeys, report } = options;
  const damaged: string[] = [];
  const kept: string[] = [];
  const gone = new Set<string>();
  const keys = new Set<string>();
  let [done, bytes] = [0, 0];
  const take = async ({ old: listed, now }: Pair): Promise<KeyedLine | null> => {
    const old = listed !== null && placeKeys.has(place.keyOf('objects', listed[3])) ? listed : null;
    if (listed !== null && now === null) {
      if (dropped?.has(listed[0])) return null;
      gone.add(listed[0]);
    }
    const found =
      old !== null && (now === null || now.size === old[1]) ? old : now && (await storeObject(place, storage, now));
    if (found === 'damaged') (old === null ? damaged : kept).push(now?.key ?? '');
    const line = found === 'damaged' ? old : found;
    if (line === null) return null;
    keys.add(line[0]);
    placeKeys.add(place.keyOf('objects', line[3]));
    report({ step: 'objects', done: ++done });
    bytes += line[1];
    return { key: line[0], line: JSON.stringify(line) };
  };
  async function* lines(): AsyncGenerator<KeyedLine[]> {
    let page: KeyedLine[] = [];
    const pairs = pair(before && readObjectLines(place, before), storedObjects(storage, ...prefixes));
    for await (const line of inOrder(pairs, AT_ONCE, take)) {
      if (line !== null) page.push(line);
      if (page.length < PAGE) continue;
      yield page;
      page = [];
    }
    yield page;
  }
  const list = await writeLines(place, lines(), knownLines);
  return { list, bytes, damaged, kept, gone, keys };
}

/** Reads the objects of a backup in the order of their keys. @param prefix of the keys of those that are wanted */
export async function* readObjectLines(
  place: BackupRepository,
  list: LineList,
  prefix = '',
): AsyncGenerator<ObjectLine> {
  for await (const lines of readChunks(place, list)) {
    for (const line of lines) {
      const object = JSON.parse(line) as ObjectLine;
      if (object[0].startsWith(prefix)) yield object;
    }
  }
}

/** All objects of an instance that a backup holds, in the order of their keys. @param prefixes of the keys, in their order */
export async function* storedObjects(storage: ObjectStorage, ...prefixes: string[]): AsyncGenerator<ObjectListing> {
  for (const prefix of prefixes) {
    for await (const object of storage.list(prefix)) {
      const { key } = object;
      if (!key.startsWith(INCOMING) && !key.startsWith(POINTER_MIRRORS_PREFIX) && !isLiveFileKey(key)) yield object;
    }
  }
}

/**
 * Puts the objects of a backup into storage, unless their bytes are there already: so what was cut off goes on where it was.
 *
 * @throws DamagedBackupError
 */
export async function restoreObjects(
  place: BackupRepository,
  list: LineList,
  {
    storage,
    prefix,
    report,
  }: { readonly storage: ObjectStorage; readonly prefix: string; readonly report: ReportProgress },
): Promise<number> {
  let done = 0;
  const puts = new ImmutablePuts(storage);
  const take = async ({ old, now }: Pair): Promise<void> => {
    if (old !== null && !(now?.size === old[1] && (await matches(storage, old))))
      await restoreObject(place, { storage, puts }, old);
    if (old !== null) report({ step: 'objects', done: ++done, total: list.lines });
  };
  const pairs = pair(readObjectLines(place, list, prefix), storedObjects(storage, prefix));
  for await (const _ of inOrder(pairs, AT_ONCE, take));
  await puts.flush();
  return done;
}

/** Whether storage has the bytes of an object: those of an earlier run may be damaged. */
async function matches(storage: ObjectStorage, [key, , , digest]: ObjectLine): Promise<boolean> {
  const found = await storage.stream(key).catch(ifDamaged(null));
  return found !== null && (await digestOfStream(found.body)) === digest;
}

/** An object as a list has it, and as storage does; null where it's missing. */
interface Pair {
  readonly old: ObjectLine | null;
  readonly now: ObjectListing | null;
}

/** Reads two sorted lists side by side, so that neither is held in memory. */
async function* pair(
  olds: AsyncGenerator<ObjectLine> | null,
  nows: AsyncGenerator<ObjectListing>,
): AsyncGenerator<Pair> {
  const next = async <Item>(from: AsyncGenerator<Item> | null): Promise<Item | null> => {
    const result = await from?.next();
    return result === undefined || result.done ? null : result.value;
  };
  let [old, now] = [await next(olds), await next(nows)];
  while (old !== null || now !== null) {
    if (old !== null && (now === null || old[0] < now.key)) {
      yield { old, now: null };
      old = await next(olds);
    } else if (old !== null && now !== null && old[0] === now.key) {
      yield { old, now };
      [old, now] = [await next(olds), await next(nows)];
    } else {
      yield { old: null, now };
      now = await next(nows);
    }
  }
}

/** Handles a failed read: what it gives when the storage has the object only cut off or overwritten. */
function ifDamaged<Given>(given: Given): (error: unknown) => Given {
  return (error) => {
    if (error instanceof DamagedObjectError) return given;
    throw error;
  };
}

/** @returns null when it's gone meanwhile */
async function storeObject(
  place: BackupRepository,
  storage: ObjectStorage,
  { key, size }: ObjectListing,
): Promise<ObjectLine | 'damaged' | null> {
  const matches = (digest: string): boolean => digest.startsWith(digestInKey(key) ?? '');
  if (size > LARGE_BYTES) return storeLarge(place, storage, key, matches);
  const found = await storage.get(key).catch(ifDamaged('damaged' as const));
  if (found === null || found === 'damaged') return found;
  const digest = digestOf(found.body);
  if (!matches(digest)) return 'damaged';
  if (!(await place.hasRecent('objects', digest))) await place.putObject(digest, found.body);
  return [key, found.info.size, found.info.contentType, digest];
}

async function storeLarge(
  place: BackupRepository,
  storage: ObjectStorage,
  key: string,
  matches: (digest: string) => boolean,
): Promise<ObjectLine | 'damaged' | null> {
  const found = await storage.stream(key).catch(ifDamaged('damaged' as const));
  if (found === null || found === 'damaged') return found;
  const { size, contentType } = found.info;
  const digest = await digestOfStream(found.body);
  if (!matches(digest)) return 'damaged';
  const line: ObjectLine = [key, size, contentType, digest];
  if (await place.hasRecent('objects', digest)) return line;
  const target = place.keyOf('objects', digest);
  const again = await storage.stream(key);
  if (again === null) return null;
  await inFile(place.vault.sealStream(target, again.body as AsyncIterable<Uint8Array>), (file) =>
    place.storage.putFile(target, file, { contentType: 'application/octet-stream' }),
  );
  return line;
}

async function restoreObject(
  place: BackupRepository,
  { storage, puts }: { readonly storage: ObjectStorage; readonly puts: ImmutablePuts },
  [key, size, contentType, digest]: ObjectLine,
): Promise<void> {
  const options = { contentType, ...cachingOf(key) };
  if (size <= LARGE_BYTES) {
    await puts.put({ key, body: await place.getObject(digest), sha256: digest, ...options });
    return;
  }
  const source = place.keyOf('objects', digest);
  const found = await place.storage.stream(source);
  if (found === null) throw new DamagedBackupError(`The file ${source} of the backup is missing.`);
  const hash = createHash('sha256');
  async function* checked(): AsyncGenerator<Uint8Array> {
    for await (const part of place.vault.openStream(source, found?.body as AsyncIterable<Uint8Array>)) {
      hash.update(part);
      yield part;
    }
  }
  await inFile(checked(), async (file) => {
    if (hash.digest('hex') !== digest) throw new DamagedBackupError(`The object ${key} of the backup is damaged.`);
    await storage.putFile(key, file, options);
  });
}

/** Hands on what a stream yielded as a file, once it's whole. */
async function inFile(source: AsyncIterable<Uint8Array>, use: (file: string) => Promise<unknown>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stele-backup-'));
  try {
    const file = path.join(folder, 'object');
    await pipeline(source, createWriteStream(file));
    await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Copies an object from one storage to another, checked against the digest in its key.
 *
 * @throws DamagedBackupError
 */
export async function copyObject(from: ObjectStorage, to: ObjectStorage, { key, size }: ObjectListing): Promise<void> {
  const found = await from.stream(key);
  if (found === null) return;
  const options = { contentType: found.info.contentType, ...cachingOf(key) };
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const part of found?.body ?? []) {
      hash.update(part as Uint8Array);
      yield part as Uint8Array;
    }
  }
  const check = (): void => {
    if (hash.digest('hex').startsWith(digestInKey(key) ?? '')) return;
    throw new DamagedBackupError(`The object ${key} is damaged: its bytes don't match its digest.`);
  };
  if (size > LARGE_BYTES) {
    await inFile(hashed(), (file) => {
      check();
      return to.putFile(key, file, options);
    });
    return;
  }
  const parts: Uint8Array[] = [];
  for await (const part of hashed()) parts.push(part);
  check();
  await to.put(key, Buffer.concat(parts), options);
}

function cachingOf(key: string): { cacheControl?: string } {
  return key.includes('/originals/') ? {} : { cacheControl: IMMUTABLE };
}
