import { escaped } from '../richtext/html.ts';

/** Characters that no XML document may have, not even escaped (https://www.w3.org/TR/xml/#charsets). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these characters, so they are removed
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** An element of XML. @param content XML, or lines of it */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content: string | readonly string[] = '',
): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`);
  const inner = typeof content === 'string' ? content : `\n${content.join('\n')}\n`;
  return `<${name}${given.join('')}${inner === '' ? '/>' : `>${inner}</${name}>`}`;
}

/** An element that holds a text, in a list; an empty list for no text. */
export function xmlTextElement(name: string, text: string | null | undefined): string[] {
  return text ? [xmlElement(name, {}, xmlText(text))] : [];
}

/** A whole document. */
export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

/** Text for a document, also within attributes, without what no document may have. */
export function xmlText(text: string): string {
  return escaped(text.replace(FORBIDDEN, ''));
}
