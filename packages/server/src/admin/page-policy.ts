import { createHash } from 'node:crypto';
import { originOf, uploadOrigin } from './upload-origin.ts';

/** Makes browsers use https only, for a year. */
const HTTPS_FROM_NOW_ON = 'max-age=31536000';

/**
 * Header fields of every screen: only this site's scripts run, and of those within the page only the ones that were built
 * into it; requests go to this site and to where uploads go, pictures may be elsewhere, and no other site shows it in a frame or reaches its
 * window.
 *
 * @param page the page's HTML
 */
export function pageHeaders(
  page: string,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'self'",
    ["script-src 'self'", ...hashesOfScripts(page)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    // Previews of markdown show the pictures that it names.
    `img-src 'self' data: blob: https:${after(originOf(env.CONTENT_URL))}`,
    `media-src 'self' blob:${after(originOf(env.CONTENT_URL))}`,
    "font-src 'self'",
    `connect-src 'self'${after(uploadOrigin(env))}`,
    // Websites are shown in a page of their own, whose policy names the one that is shown.
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    // Windows that the admin opens, and those that open it, can't reach its own.
    'cross-origin-opener-policy': 'same-origin',
    ...(env.ADMIN_URL?.startsWith('https:') && { 'strict-transport-security': HTTPS_FROM_NOW_ON }),
  };
}

function after(origin: string | null): string {
  return origin === null ? '' : ` ${origin}`;
}

/** Names the scripts within a page as policies do. */
function hashesOfScripts(page: string): string[] {
  const scripts = page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
