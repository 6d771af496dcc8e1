import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { pageHeaders } from '@/shell/page-policy.ts';

/** What belongs to the API: calls, signing in, and the event stream of a project. */
const API = /^\/(?:(?:trpc|auth)\/|v1\/projects\/[^/]+\/events$)/;

/**
 * Hands what belongs to the API on to it, so that the browser talks to one origin only; its address is read at run time.
 * Screens get their policy, and their scripts a nonce.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  if (API.test(pathname)) {
    const api = process.env.API_URL ?? 'http://localhost:3000';
    return NextResponse.rewrite(new URL(`${pathname}${search}`, api));
  }
  const nonce = randomBytes(16).toString('base64');
  const added = pageHeaders(nonce, process.env);
  if (!canDecode(pathname))
    return new NextResponse('There is nothing at this address.', { status: 404, headers: added });
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', added['content-security-policy'] ?? '');
  return NextResponse.next({ request: { headers }, headers: added });
}

export const config = { matcher: ['/', '/((?!_next/static/).+)'] };

function canDecode(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
