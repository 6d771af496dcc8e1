/** A browser that was told so asks by https only, for a year. */
const HTTPS_FROM_NOW_ON = 'max-age=31536000';

/**
 * Header fields of all that the core answers. It's data: a browser that is made to open it runs nothing in it, shows it in
 * no frame, doesn't guess another type, and tells nobody where it was.
 *
 * @param apiUrl the API's address as the outside sees it
 */
export function securityHeaders(apiUrl: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(apiUrl.startsWith('https:') && { 'strict-transport-security': HTTPS_FROM_NOW_ON }),
  };
}
