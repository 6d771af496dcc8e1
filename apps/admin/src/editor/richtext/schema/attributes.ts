import type { Attributes } from '@tiptap/core';

/**
 * Attributes that are left out where a document leaves them out. Tiptap would fill in its defaults, and so change documents by
 * opening them.
 */
export function withoutDefaults(attributes: Attributes | undefined): Attributes {
  return Object.fromEntries(
    Object.entries(attributes ?? {}).map(([name, attribute]) => [name, { ...attribute, default: undefined }]),
  );
}
