import { draftMode } from 'next/headers.js';
import { isSame } from './is-same.ts';
import { letEditorIn, letVisitorIn, type PreviewSource } from './preview-visit.ts';

/** Options of a route that turns draft mode on. */
export interface DraftRouteOptions extends PreviewSource {
  /** What editors have to know; STELE_PREVIEW_SECRET. Without one, only preview links show drafts. */
  readonly secret?: string | undefined;
}

/**
 * Makes a route handler that shows drafts: `export const GET = draftRoute()` in app/api/draft/route.js. To editors, who call it
 * with `?secret=…`, it shows all drafts; to anyone with a preview link, `?link=…`, what that shares, until it ends. Then it
 * goes to the path in `to`.
 *
 * @returns a handler that answers 401 to a wrong secret or none, 410 to a link that has ended, and 503 without a token for drafts
 * @throws LoaderError in the handler, when the API can't be asked about a link
 */
export function draftRoute({ secret, ...source }: DraftRouteOptions = {}): (request: Request) => Promise<Response> {
  return async (request) => {
    const { searchParams } = new URL(request.url);
    const link = searchParams.get('link');
    if (link === null) {
      const wanted = secret || process.env.STELE_PREVIEW_SECRET;
      if (!wanted || !isSame(searchParams.get('secret') ?? '', wanted)) return answer(401, 'The secret is wrong.');
      if (!(source.draftToken ?? process.env.STELE_DRAFT_TOKEN)) return answer(503, 'STELE_DRAFT_TOKEN is not set.');
      await letEditorIn(source);
    } else if (!(await letVisitorIn(source, link))) {
      return answer(410, 'This preview has ended. Ask for a new link.');
    }
    (await draftMode()).enable();
    const location = pathWithin(request.url, searchParams.get('to') ?? '/');
    return new Response(null, { status: 307, headers: { location, 'cache-control': 'no-store' } });
  };
}

/** A path of this website, in the characters that a header may have; `/` for an address of another one. */
function pathWithin(website: string, to: string): string {
  if (!URL.canParse(to, website)) return '/';
  const { origin, pathname, search, hash } = new URL(to, website);
  return origin === new URL(website).origin ? pathname.replace(/^\/+/, '/') + search + hash : '/';
}

function answer(status: number, text: string): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return new Response(text, { status, headers });
}
