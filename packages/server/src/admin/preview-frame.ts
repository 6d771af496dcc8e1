import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** The page that the editor shows a website in. */
export const PREVIEW_FRAME = '/preview-frame';

/** An answer of the admin's server. */
interface FrameAnswer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly text: string;
}

/** Addresses may hold what means more in a policy, such as `*`. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])$/;
const HTML =
  '<!doctype html><html lang="en"><title>Preview</title><style>html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block}</style></html>';

/**
 * An empty page whose policy lets it show frames of one site only. The editor puts the frame of the website into it, so that the
 * policy of the admin's own page names no other sites. Only the admin's own pages get it, in a frame: a link to it would show any
 * site at the admin's address.
 *
 * @param address with the site's origin in `site`
 */
export function previewFrame(address: URL, { headers }: IncomingMessage): FrameAnswer {
  const plain = { 'content-type': 'text/plain; charset=utf-8' };
  const given = address.searchParams.get('site') ?? '';
  const site = URL.canParse(given) ? new URL(given) : null;
  if (!site || !/^https?:$/.test(site.protocol) || !HOST.test(site.hostname) || site.origin !== given) {
    return { status: 400, headers: plain, text: 'The parameter site must be the origin of a website.' };
  }
  if (headers['sec-fetch-dest'] !== 'iframe' || headers['sec-fetch-site'] !== 'same-origin') {
    return { status: 403, headers: plain, text: 'Only the editor shows this page.' };
  }
  const policy = [
    "default-src 'none'",
    `frame-src ${site.origin}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ];
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cache-control': 'private, max-age=3600',
      vary: 'sec-fetch-dest, sec-fetch-site',
    },
    text: HTML,
  };
}
