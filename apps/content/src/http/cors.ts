const DAY_SECONDS = '86400';

/** Lets pages of all origins read answers, including errors. No answer depends on the caller. */
export function corsHeaders(): Record<string, string> {
  return {
    'access-control-allow-origin': '*',
    'access-control-expose-headers':
      'Accept-Ranges, Content-Encoding, Content-Length, Content-Range, ETag, Retry-After, X-Request-Id',
    'cross-origin-resource-policy': 'cross-origin',
  };
}

/** Headers for a browser's preflight request. */
export function preflightHeaders(methods: readonly string[]): Record<string, string> {
  return {
    allow: methods.join(', '),
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': 'Content-Type, If-None-Match, If-Range, Range, X-Request-Id',
    'access-control-max-age': DAY_SECONDS,
  };
}
