import type { Encoding } from '@stele/http';
import { LRUCache } from 'lru-cache';
import { compress } from '../http/encoding.ts';

const CACHE_BYTES = 16 * 1024 * 1024;
const MAX_ITEM_BYTES = 1024 * 1024;

/** A cache of compressed small objects, which never change. Keeps the recently used ones, within a memory limit. */
export class CompressedCache {
  readonly #copies = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    maxEntrySize: MAX_ITEM_BYTES,
    sizeCalculation: (copy) => copy.byteLength + 1,
  });

  /** @param sha256 of the body, the key in the cache */
  async get(sha256: string, body: Uint8Array, encoding: Encoding): Promise<Buffer> {
    const name = `${encoding} ${sha256}`;
    const known = this.#copies.get(name);
    if (known !== undefined) return known;
    const copy = await compress(body, encoding);
    this.#copies.set(name, copy);
    return copy;
  }
}
