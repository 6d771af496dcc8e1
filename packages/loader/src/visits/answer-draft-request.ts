import { isSame } from './is-same.ts';
import { askForLink, hasDraftToken, type PreviewSource, proofOfEditor } from './preview-visit.ts';
import { secretForm } from './secret-form.ts';

/** Options of a route that lets people see drafts. */
export interface DraftRouteOptions extends PreviewSource {
  /** A secret that editors have to know; STELE_PREVIEW_SECRET. Without one, only preview links show drafts. */
  readonly secret?: string | undefined;
}

/**
 * Answers a request to see drafts: of editors with `?secret=…`, who see all, or of anyone with a preview link, `?link=…`, who sees
 * what that shares. Then it leads to the path in `to`. The API ends links; the cookie stays, so that pages can say so.
 *
 * @param letIn keeps what proves that someone was let in, in a cookie of theirs
 * @returns 401 to a wrong secret or none, to browsers with a form for it; 410 to a link that has ended, and 503 without a token for
 *   drafts
 * @throws LoaderError when the API can't be asked about a link
 */
export async function answerDraftRequest(
  request: Request,
  { secret, ...source }: DraftRouteOptions,
  letIn: (proof: string) => void | Promise<void>,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const link = searchParams.get('link');
  if (link === null) {
    const wanted = secret || process.env.STELE_PREVIEW_SECRET;
    if (!wanted) return answer(401, 'STELE_PREVIEW_SECRET is not set, so only preview links show drafts.');
    if (!isSame(searchParams.get('secret') ?? '', wanted)) return askForSecret(request, searchParams);
    if (!hasDraftToken(source)) return answer(503, 'STELE_DRAFT_TOKEN is not set.');
    await letIn(proofOfEditor(source));
  } else {
    if (!(await askForLink(source, link))) return answer(410, 'This preview has ended. Ask for a new link.');
    await letIn(link);
  }
  const location = pathWithin(request.url, searchParams.get('to') ?? '/');
  return new Response(null, { status: 307, headers: { location, 'cache-control': 'no-store' } });
}

/** Says that the secret is wrong, or lets people in a browser enter it. */
function askForSecret(request: Request, asked: URLSearchParams): Response {
  const message = asked.has('secret') ? 'The secret is wrong.' : 'Drafts are for people who know the secret.';
  if (!request.headers.get('accept')?.includes('text/html')) return answer(401, message);
  return answer(401, secretForm(message, asked.get('to') ?? '/'), 'text/html');
}

/** A path of this website, in the characters that a header may have; `/` for an address of another one. */
function pathWithin(website: string, to: string): string {
  if (!URL.canParse(to, website)) return '/';
  const { origin, pathname, search, hash } = new URL(to, website);
  return origin === new URL(website).origin ? pathname.replace(/^\/+/, '/') + search + hash : '/';
}

function answer(status: number, text: string, type = 'text/plain'): Response {
  const headers = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' };
  return new Response(text, { status, headers });
}
