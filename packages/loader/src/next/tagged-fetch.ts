import { randomUUID } from 'node:crypto';
import type { FetchLike, RequestLike } from '../index.ts';

/** How Next.js caches what was asked for. */
interface Caching {
  readonly tag: string;
  readonly revalidate: number | false;
}

/** Addresses that name the live snapshot: the API's, and mirrors on the content host. */
const POINTER = /\/snapshot\/latest$|\/pointers\/[^/]+$/;

/**
 * Next.js keeps answers on disk from one build and one run to the next, but not which of their tags were revalidated. A
 * process therefore asks once for itself, and never gets the answer to an earlier one.
 */
const PROCESS = { 'x-stele-process': randomUUID() };

/**
 * A `fetch` that lets Next.js cache the live snapshot's name under a tag, so that the pages that ask for it have the tag too. All
 * else is content with a digest, which the loader caches itself.
 */
export function taggedFetch(fetcher: FetchLike, { tag, revalidate }: Caching): FetchLike {
  return (url, { headers, signal }) => {
    if (!POINTER.test(url)) return fetcher(url, { headers, signal });
    // In development, each request has to see the live snapshot.
    const caching =
      process.env.NODE_ENV === 'development'
        ? { cache: 'no-store' as const }
        : { cache: 'force-cache' as const, next: { tags: [tag], revalidate } };
    const init = { headers: { ...headers, ...PROCESS }, signal, ...caching };
    // Next.js's `fetch` takes what the loader, whose type this is, never asks for.
    return fetcher(url, init as unknown as RequestLike);
  };
}
