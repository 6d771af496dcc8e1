import { revalidateTag } from 'next/cache.js';
import { Webhook } from 'standardwebhooks';
import { consoleLog } from '../log.ts';
import { isSame } from '../visits/is-same.ts';
import { TAG } from './options.ts';

/** Renders all pages that read content again, from the published content. For route handlers and server actions. */
export function revalidate(tag: string = TAG): void {
  revalidateTag(tag, { expire: 0 });
}

/** Options of a route for webhooks. */
export interface RevalidateRouteOptions {
  /**
   * A webhook's secret, which begins with `whsec_` and signs its messages, or any other that callers have to know;
   * STELE_REVALIDATE_SECRET.
   */
  readonly secret?: string | undefined;
  /** The loader's tag; `stele` by default. */
  readonly tag?: string | undefined;
}

/**
 * Makes a route handler for webhooks: `export const POST = revalidateRoute()`. With a webhook's secret, messages must be
 * signed with it. With any other, callers send it as a Bearer token, or as `?secret=` in the address when they can only
 * call addresses.
 *
 * @returns a handler that answers 200 when pages will be rendered again, 401 to a wrong secret, signature or none, and 503
 *   when no secret is set
 */
export function revalidateRoute({ secret, tag }: RevalidateRouteOptions = {}): (request: Request) => Promise<Response> {
  return async (request) => {
    const wanted = secret || process.env.STELE_REVALIDATE_SECRET;
    const headers = { 'cache-control': 'no-store' };
    if (!wanted) {
      const message = 'Neither the option secret nor the variable STELE_REVALIDATE_SECRET is set.';
      consoleLog.warn(message);
      return Response.json({ revalidated: false, message }, { status: 503, headers });
    }
    const isCalledByOwner = wanted.startsWith(SIGNING)
      ? await isSigned(request, wanted)
      : isSame(secretOf(request), wanted);
    if (!isCalledByOwner) {
      return Response.json(
        { revalidated: false, message: 'The secret or the signature is wrong.' },
        { status: 401, headers },
      );
    }
    revalidate(tag);
    return Response.json({ revalidated: true }, { headers });
  };
}

/** The prefix of the secrets of webhooks. */
const SIGNING = 'whsec_';

/** Whether a message was signed with a secret, and lately (Standard Webhooks 1.0.0). */
async function isSigned(request: Request, secret: string): Promise<boolean> {
  const body = await request.text();
  try {
    new Webhook(secret).verify(body, Object.fromEntries(request.headers));
    return true;
  } catch {
    return false;
  }
}

function secretOf(request: Request): string {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  return bearer ?? new URL(request.url).searchParams.get('secret') ?? '';
}
