import type { Reference } from './document-shapes.ts';

/** Header fields of answers, as components. */
export const HEADERS = {
  RequestId: { description: 'Identifies the request, for support.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait before sending it again.', schema: { type: 'integer', minimum: 1 } },
  Location: { description: 'Address of what was made, if it has one.', schema: { type: 'string' } },
  ContentHost: { description: 'Address on the content host.', schema: { type: 'string' } },
};

/** Refers to a header field. */
export function headerRef(name: keyof typeof HEADERS): Reference {
  return { $ref: `#/components/headers/${name}` };
}
