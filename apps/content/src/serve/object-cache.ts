import { verifyObject } from '@stele/snapshot';
import type { ObjectStorage } from '@stele/storage';
import { LRUCache } from 'lru-cache';

const CACHE_BYTES = 64 * 1024 * 1024;
const MAX_ITEM_BYTES = 1024 * 1024;
/** An object that was removed from storage may be sent for so long. */
const KEPT_MS = 60 * 60 * 1000;

/** The name of a content-addressed object. */
export interface ObjectName {
  readonly kind: 'index' | 'chunk';
  readonly sha256: string;
  readonly key: string;
}

/** Reads content-addressed objects and checks them. Keeps the recently used small ones for an hour: such an object never changes. */
export class ObjectCache {
  readonly #storage: ObjectStorage;
  readonly #bodies: LRUCache<string, Uint8Array>;

  constructor(storage: ObjectStorage, now: () => Date) {
    this.#storage = storage;
    this.#bodies = new LRUCache({
      maxSize: CACHE_BYTES,
      maxEntrySize: MAX_ITEM_BYTES,
      sizeCalculation: (body) => body.byteLength + 200,
      ttl: KEPT_MS,
      ttlResolution: 0,
      perf: { now: () => now().getTime() },
    });
  }

  /** The bytes of an object; null when it isn't there. @throws CorruptObjectError when they don't match its name */
  async get({ kind, sha256, key }: ObjectName): Promise<Uint8Array | null> {
    const known = this.#bodies.get(key);
    if (known !== undefined) return known;
    const found = await this.#storage.get(key);
    if (found === null) return null;
    verifyObject(kind, sha256, found.body);
    this.#bodies.set(key, found.body);
    return found.body;
  }
}
