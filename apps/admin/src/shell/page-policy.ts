import { originOf, uploadOrigin } from './upload-origin.ts';

/** A browser that was told so asks by https only, for a year. */
const HTTPS_FROM_NOW_ON = 'max-age=31536000';

/**
 * Header fields of every screen: only scripts that have the nonce run, requests go to this site and to where uploads go,
 * pictures may be elsewhere, and no other site shows it in a frame.
 *
 * @param nonce of this answer alone
 */
export function pageHeaders(
  nonce: string,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const evaluates = env.NODE_ENV === 'development' ? " 'unsafe-eval'" : '';
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluates}`,
    "style-src 'self' 'unsafe-inline'",
    // Previews of markdown show the pictures that it names.
    `img-src 'self' data: blob: https:${after(originOf(env.CONTENT_URL))}`,
    `media-src 'self' blob:${after(originOf(env.CONTENT_URL))}`,
    "font-src 'self'",
    `connect-src 'self'${after(uploadOrigin(env))}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    ...(env.ADMIN_URL?.startsWith('https:') && { 'strict-transport-security': HTTPS_FROM_NOW_ON }),
  };
}

function after(origin: string | null): string {
  return origin === null ? '' : ` ${origin}`;
}
