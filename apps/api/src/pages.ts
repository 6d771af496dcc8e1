import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Environment } from './env.ts';
import { pageHeaders } from './page-policy.ts';
import { homePage, notFoundPage, referencePage } from './page-texts.ts';

/** The reference's script, which the build puts here, plain and compressed. */
const SCRIPT_PATH = '/reference/scalar.js';
const SCRIPT = new URL('./reference/scalar.js', import.meta.url);
const FORMS = { br: '.br', gzip: '.gz', identity: '' } as const;

/**
 * Answers what is none of the core's: the start page, the API's reference and its script, and that there is nothing at all
 * other addresses.
 */
export async function answerPage(
  request: Request,
  env: Pick<Environment, 'apiUrl' | 'adminUrl' | 'contentUrl'>,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  const security = pageHeaders(nonce, env.apiUrl);
  const { pathname } = new URL(request.url);
  if (pathname === SCRIPT_PATH) return script(request, security);
  const page = (html: string, status = 200): Response =>
    new Response(request.method === 'HEAD' ? null : html, {
      status,
      headers: { ...security, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    });
  if (pathname === '/') return page(homePage(env));
  if (pathname === '/docs') return page(referencePage(nonce, SCRIPT_PATH));
  return page(notFoundPage(), 404);
}

async function script(request: Request, security: Readonly<Record<string, string>>): Promise<Response> {
  const accepted = request.headers.get('accept-encoding') ?? '';
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
  const bytes = await readFile(new URL(SCRIPT.href + FORMS[encoding]));
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  const headers = { ...security, etag, vary: 'accept-encoding', 'cache-control': 'no-cache' };
  if (request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : bytes, {
    headers: {
      ...headers,
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(bytes.byteLength),
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    },
  });
}
