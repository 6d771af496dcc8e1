import { type NextRequest, NextResponse } from 'next/server';
import { handleFromNext } from './src/load-application.ts';

/** Answers where Next alone takes the requests and would fail at a path that can't be decoded, before it looks for the route. */
export async function proxy(request: NextRequest): Promise<Response> {
  return canDecode(request.nextUrl.pathname) ? NextResponse.next() : await handleFromNext(request);
}

export const config = { matcher: '/(.*%.*)' };

function canDecode(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
