import type { OutgoingHttpHeaders } from 'node:http';

/** Types that a browser shows without running script in the site's name. */
const PASSIVE =
  /^(image\/(?!svg)[a-z0-9.+-]+|video\/[a-z0-9.+-]+|audio\/[a-z0-9.+-]+|font\/[a-z0-9.+-]+|application\/pdf)$/;
/** What a browser may show in place, though only within the sandbox. */
const SHOWN = new Set(['image/svg+xml', 'text/plain', 'application/json']);

/** No scripts, no forms, nothing from other origins; a drawing keeps its own styles and embedded pictures. */
export const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

/**
 * Headers that keep an uploaded file from acting in the name of the site that serves it, whatever is in it and
 * whatever type it claims: no guessing of types; a sandbox without script for all that isn't passive; and download
 * instead of display for all that isn't known to be harmless there.
 */
export function safetyHeaders(contentType: string): OutgoingHttpHeaders {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (PASSIVE.test(type)) return {};
  return {
    'content-security-policy': SANDBOX,
    ...(SHOWN.has(type) ? {} : { 'content-disposition': 'attachment' }),
  };
}
