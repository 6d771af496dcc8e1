import { ShapeError } from '../format/shapes.ts';

/**
 * Keeps bytes under names from one run to the next. Values are verified before they're handed over, so a cache may lose or
 * damage what it holds; it must not be readable by people who may not read the content.
 */
export interface LoaderCache {
  /**
   * The bytes under a name; null when there are none. Bytes returned at once, without a promise, must stay unchanged only until
   * the next call.
   */
  read(name: string): Uint8Array | null | Promise<Uint8Array | null>;
  /**
   * Puts bytes under a name, in place of earlier ones. No reader may ever get a part of them. Once it's done, the bytes may
   * change: a cache in memory has to keep a copy.
   */
  write(name: string, bytes: Uint8Array): void | Promise<void>;
  /** Called after loads that succeeded, at most now and then: time to remove what's no longer of use. */
  prune?(now: number): void | Promise<void>;
}

/** Makes a result of the bytes under a name; null when there are none, or they aren't in the expected form. */
export async function readFrom<Result>(
  cache: Pick<LoaderCache, 'read'>,
  name: string,
  make: (body: Uint8Array) => Result,
): Promise<Result | null> {
  const found = cache.read(name);
  // Without a promise in between, no other read can replace the bytes before they're used.
  const body = found instanceof Uint8Array ? found : await found;
  try {
    return body && make(body);
  } catch (error) {
    if (error instanceof ShapeError) return null;
    throw error;
  }
}
