import { type NextRequest, NextResponse } from 'next/server';

/** Hands what belongs to the API on to it, so that the browser talks to one origin only. Its address is read at run time. */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  const api = process.env.API_URL ?? 'http://localhost:3000';
  return NextResponse.rewrite(new URL(`${pathname}${search}`, api));
}

export const config = { matcher: ['/trpc/:path*', '/auth/:path*'] };
