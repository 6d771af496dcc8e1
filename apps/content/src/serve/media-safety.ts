import type { OutgoingHttpHeaders } from 'node:http';

/** Types that a browser shows without running scripts. */
const PASSIVE =
  /^(image\/(?!svg)[a-z0-9.+-]+|video\/[a-z0-9.+-]+|audio\/[a-z0-9.+-]+|font\/[a-z0-9.+-]+|application\/pdf)$/;
/** Types that a browser may show, but only in the sandbox. */
const SHOWN = new Set(['image/svg+xml', 'text/plain', 'application/json']);

/** No scripts, no forms, nothing from other origins. A drawing keeps its own styles and embedded pictures. */
export const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

/**
 * Headers that keep an uploaded file from running with the origin that serves it, whatever its content and type: browsers must not
 * guess its type; a file that isn't passive is in a sandbox without scripts; and other types are downloaded instead of shown.
 */
export function safetyHeaders(contentType: string): OutgoingHttpHeaders {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (PASSIVE.test(type)) return {};
  return {
    'content-security-policy': SANDBOX,
    ...(SHOWN.has(type) ? {} : { 'content-disposition': 'attachment' }),
  };
}
