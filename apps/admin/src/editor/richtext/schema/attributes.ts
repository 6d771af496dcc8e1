import { acceptsRichtextAttribute, type RichtextMarkName, type RichtextNodeName } from '@stele/schema';
import type { Attribute, Attributes } from '@tiptap/core';

/**
 * Attributes of a node or mark as the format has them. HTML gives only values that the format takes. Attributes that a document
 * leaves out stay left out: Tiptap would fill in its defaults, and so change documents by opening them.
 */
export function formatAttributes(
  type: RichtextNodeName | RichtextMarkName,
  attributes: Attributes | undefined,
): Attributes {
  return Object.fromEntries(
    Object.entries(attributes ?? {}).map(([name, attribute]) => [
      name,
      { ...attribute, default: undefined, parseHTML: (element) => acceptedIn(element, type, name, attribute) },
    ]),
  );
}

/** The value that an element of HTML gives an attribute; null when the format takes no such value. */
function acceptedIn(
  element: HTMLElement,
  type: RichtextNodeName | RichtextMarkName,
  name: string,
  { parseHTML }: Attribute,
): unknown {
  const value: unknown = parseHTML ? parseHTML(element) : element.getAttribute(name);
  return acceptsRichtextAttribute(type, name, value) ? value : null;
}
