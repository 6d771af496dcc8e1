/** Makes browsers use HTTPS only, for a year. */
const HTTPS_FROM_NOW_ON = 'max-age=31536000';

/**
 * Security header fields of all answers of the core. Answers are data: a browser that opens one runs nothing in it, shows it
 * in no frame, guesses no other type, and sends no referrer.
 *
 * @param apiUrl the public address of the API
 */
export function securityHeaders(apiUrl: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(apiUrl.startsWith('https:') && { 'strict-transport-security': HTTPS_FROM_NOW_ON }),
  };
}
