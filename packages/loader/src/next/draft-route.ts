import { cookies, draftMode } from 'next/headers.js';
import { answerDraftRequest, type DraftRouteOptions } from '../visits/answer-draft-request.ts';
import { COOKIE, cookieOptions } from '../visits/preview-visit.ts';

/**
 * Makes a route handler that shows drafts: `export const GET = draftRoute()` in app/api/draft/route.js. To editors, who call it
 * with `?secret=…`, it shows all drafts; to anyone with a preview link, `?link=…`, what that shares, until it ends. Then it
 * goes to the path in `to`.
 *
 * @returns a handler that answers 401 to a wrong secret or none, 410 to a link that has ended, and 503 without a token for drafts
 * @throws LoaderError in the handler, when the API can't be asked about a link
 */
export function draftRoute(options: DraftRouteOptions = {}): (request: Request) => Promise<Response> {
  return (request) =>
    answerDraftRequest(request, options, async (proof) => {
      (await cookies()).set(COOKIE, proof, cookieOptions());
      (await draftMode()).enable();
    });
}
