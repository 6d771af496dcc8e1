/** A browser that was told so asks by https only, for a year. */
const HTTPS_FROM_NOW_ON = 'max-age=31536000';

/**
 * Header fields of every screen: only scripts that have the nonce run, requests go to this site alone, pictures may be
 * elsewhere, and no other site shows it in a frame.
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
    `img-src 'self' data: blob: https:${originOf(env.CONTENT_URL)}`,
    "font-src 'self'",
    "connect-src 'self'",
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

function originOf(url: string | undefined): string {
  return url && URL.canParse(url) ? ` ${new URL(url).origin}` : '';
}
