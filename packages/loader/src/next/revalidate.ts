import { createHash, timingSafeEqual } from 'node:crypto';
import { revalidateTag } from 'next/cache.js';
import { LoaderError } from '../index.ts';
import { TAG } from './options.ts';

/** Makes all pages that read content new, from what is live now. For route handlers and server actions. */
export function revalidate(tag: string = TAG): void {
  revalidateTag(tag, { expire: 0 });
}

/** What a route for webhooks goes by. */
export interface RevalidateRouteOptions {
  /** What callers have to know; STELE_REVALIDATE_SECRET. */
  readonly secret?: string | undefined;
  /** The loader's tag; `stele` unless given. */
  readonly tag?: string | undefined;
}

/**
 * Makes a route handler for webhooks: `export const POST = revalidateRoute()`. Callers send the secret as a Bearer token,
 * or as `?secret=` in the address when they can only call addresses.
 *
 * @returns a handler that answers 200 when pages will be rendered anew, 401 to a wrong secret or none
 * @throws LoaderError `option_missing`, in the handler, when no secret is set
 */
export function revalidateRoute({ secret, tag }: RevalidateRouteOptions = {}): (request: Request) => Response {
  return (request) => {
    const wanted = secret || process.env.STELE_REVALIDATE_SECRET;
    if (!wanted) {
      const what = 'Neither the option secret nor the variable STELE_REVALIDATE_SECRET is set';
      throw new LoaderError('option_missing', `${what}. Give one of them: revalidateRoute({ secret: … }).`);
    }
    const headers = { 'cache-control': 'no-store' };
    if (!isSame(secretOf(request), wanted)) {
      return Response.json({ revalidated: false, message: 'The secret is wrong.' }, { status: 401, headers });
    }
    revalidate(tag);
    return Response.json({ revalidated: true }, { headers });
  };
}

function secretOf(request: Request): string {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  return bearer ?? new URL(request.url).searchParams.get('secret') ?? '';
}

/** Takes the same time whatever is given: digests are as long as each other. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
