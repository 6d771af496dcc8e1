import { sha256 } from '@stele/snapshot';
import { type LoaderCache, readFrom } from '../cache/cache.ts';
import { objectName } from '../cache/names.ts';
import { hasCode, LoaderError } from '../errors.ts';
import type { ContentHost, ObjectKind } from '../remote/content-host.ts';

interface ObjectRef {
  readonly kind: ObjectKind;
  readonly sha256: string;
}

/**
 * Content-addressed objects, from the cache or else from the content host. Nothing leaves it unverified: bytes from
 * either are hashed each time, those from the host are fetched once more when they're wrong.
 */
export class ObjectStore {
  readonly #cache: LoaderCache;
  readonly #host: ContentHost;
  readonly #underWay = new Map<string, Promise<Uint8Array>>();

  constructor(cache: LoaderCache, host: ContentHost) {
    this.#cache = cache;
    this.#host = host;
  }

  /**
   * Hands an object's bytes over if the cache has them and they're sound. They're only to be looked at during the call.
   *
   * @returns the result of `use`; null when it wasn't called
   */
  fromCache<Result>(digest: string, use: (body: Uint8Array) => Result): Promise<{ readonly used: Result } | null> {
    return readFrom(this.#cache, objectName(digest), (body) => (sha256(body) === digest ? { used: use(body) } : null));
  }

  /** Fetches an object from the host into the cache, whatever the cache has. @throws LoaderError */
  fetch({ kind, sha256: digest }: ObjectRef): Promise<Uint8Array> {
    const known = this.#underWay.get(digest);
    if (known) return known;
    const fetched = this.fetchSound(this.#host.objectUrl(kind, digest), digest, (body) => body)
      .then(async (body) => {
        await this.#cache.write(objectName(digest), body);
        return body;
      })
      .finally(() => this.#underWay.delete(digest));
    this.#underWay.set(digest, fetched);
    return fetched;
  }

  /** Keeps bytes if they have a digest. @returns whether they have */
  async keep(digest: string, body: Uint8Array): Promise<boolean> {
    if (sha256(body) !== digest) return false;
    await this.#cache.write(objectName(digest), body);
    return true;
  }

  /** An object's bytes from the cache, or else from the host. @throws LoaderError */
  async read<Result>(ref: ObjectRef, use: (body: Uint8Array) => Result): Promise<Result> {
    const cached = await this.fromCache(ref.sha256, use);
    return cached ? cached.used : use(await this.fetch(ref));
  }

  /**
   * Fetches bytes, and once more past all caches when they're damaged.
   *
   * @param digest the bytes' digest, if it's known
   * @param use may find them damaged too
   * @throws LoaderError `content_damaged`
   */
  async fetchSound<Result>(url: string, digest: string | null, use: (body: Uint8Array) => Result): Promise<Result> {
    const fetchOnce = async (isFresh: boolean): Promise<Result> => {
      const body = await this.#host.read(url, isFresh);
      if (digest === null || sha256(body) === digest) return use(body);
      throw damaged(url, 'its bytes are not those that its digest promises');
    };
    try {
      return await fetchOnce(false);
    } catch (error) {
      if (hasCode(error, 'content_damaged')) return await fetchOnce(true);
      throw error;
    }
  }
}

/** The error for a part of a snapshot that isn't what it should be. */
export function damaged(url: string, what: string): LoaderError {
  const advice = `Nothing of it was used. Look at the content host's storage, or at a cache before it.`;
  return new LoaderError('content_damaged', `${url} is damaged: ${what}. ${advice}`, { url });
}
