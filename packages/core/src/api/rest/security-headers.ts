/** Makes browsers use HTTPS only, for a year. */
const HTTPS_FROM_NOW_ON = 'max-age=31536000';

/**
 * Security headers of all responses of the core. Responses are data: a browser must not run anything in one, frame it, guess
 * another type, or send a referrer.
 *
 * @param apiUrl the public URL of the API
 */
export function securityHeaders(apiUrl: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(apiUrl.startsWith('https:') && { 'strict-transport-security': HTTPS_FROM_NOW_ON }),
  };
}
