import { randomBytes, randomUUID } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { pageHeaders } from './src/page-policy.ts';

/** What belongs to the core, which answers with header fields of its own. */
const CORE = /^\/(?:v1|trpc|auth)(?:\/|$)/;

/**
 * Gives pages their policy, and their scripts a nonce. It also answers for the core where Next alone takes the requests and
 * would fail at a path that can't be decoded, before any route is looked for.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname } = request.nextUrl;
  const apiUrl = process.env.API_URL;
  if (CORE.test(pathname)) return canDecode(pathname) ? NextResponse.next() : notFound(apiUrl);
  const nonce = randomBytes(16).toString('base64');
  const added = pageHeaders(nonce, apiUrl);
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', added['content-security-policy'] ?? '');
  return NextResponse.next({ request: { headers }, headers: added });
}

export const config = {
  matcher: [
    '/',
    '/((?!v1/|trpc/|auth/|livez$|readyz$|metrics$|internal/jobs/run$|_next/static/).+)',
    '/(v1|trpc|auth)/(.*%.*)',
  ],
};

function canDecode(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The core's own answer for addresses that there aren't. */
function notFound(apiUrl: string | undefined): NextResponse {
  const { 'strict-transport-security': https } = pageHeaders('', apiUrl);
  return NextResponse.json(
    { error: { code: 'not_found', message: 'There is nothing at this address.' } },
    {
      status: 404,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': '*',
        'cache-control': 'private, no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-request-id': randomUUID(),
        ...(https !== undefined && { 'strict-transport-security': https }),
      },
    },
  );
}
