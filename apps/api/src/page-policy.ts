/** Makes browsers use https only, for a year. */
const HTTPS_FROM_NOW_ON = 'max-age=31536000';

/**
 * Header fields of the pages that people open at the API's address: only scripts that have the nonce run, nothing is asked
 * of other hosts, and no other site shows them in a frame.
 *
 * @param nonce of this answer alone
 * @param apiUrl the API's address as the outside sees it, which the reference sends its requests to
 */
export function pageHeaders(nonce: string, apiUrl: string): Readonly<Record<string, string>> {
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
