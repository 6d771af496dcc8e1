import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Environment } from './env.ts';
import { homePage, notFoundPage, referencePage } from './page-texts.ts';

/** The reference's script, which the build puts here, plain and compressed. */
const SCRIPT_PATH = '/reference/scalar.js';
const SCRIPT = new URL('./reference/scalar.js', import.meta.url);
const FORMS = { br: '.br', gzip: '.gz', identity: '' } as const;

/**
 * Answers requests that aren't for the core: the start page, the API reference and its script, and 404 for all other URLs.
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

/** Makes browsers use https only, for a year. */
const HTTPS_FROM_NOW_ON = 'max-age=31536000';

/**
 * Headers of the API's pages: only scripts with the nonce run, nothing is loaded from other hosts, and no other site can frame them.
 *
 * @param nonce only for this answer
 * @param apiUrl the API's public URL, to which the reference sends its requests
 */
function pageHeaders(nonce: string, apiUrl: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self' ${new URL(apiUrl).origin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(apiUrl.startsWith('https:') && { 'strict-transport-security': HTTPS_FROM_NOW_ON }),
  };
}
