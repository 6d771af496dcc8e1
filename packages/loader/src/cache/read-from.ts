import { ShapeError } from '../shapes.ts';
import type { LoaderCache } from './cache.ts';

/** What is made of the bytes under a name; null when there are none, or they aren't in the expected form. */
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
