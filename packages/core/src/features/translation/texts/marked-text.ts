import { mergeAdjacentTexts, type TextPart } from '@stele/schema';
import { SaxesParser } from 'saxes';

/** Signs that XML can't write, or reads as others. */
const NOT_XML = /[^\t\n\u0020-\u007E\u00A0-\u2027\u202A-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
/** Such a sign as an element. */
const SIGN = /^u([0-9a-f]{1,4})$/;

/**
 * A text as XML for translation services: `<g id="1">…</g>` around what a code marks, and `<x id="2"/>` where one stands alone.
 * Line ends of Windows and signs that XML doesn't have are `<x id="ud"/>` with their number. The elements are those of XLIFF 1.2.
 */
export function toMarkedText(parts: readonly TextPart[]): string {
  return parts
    .map((part) => {
      if ('text' in part) return escaped(part.text);
      if ('open' in part) return `<g id="${part.code}">`;
      return 'close' in part ? '</g>' : `<x id="${part.alone}"/>`;
    })
    .join('');
}

/** Reads such a text; null when it isn't one, or has other elements. */
export function fromMarkedText(text: string): readonly TextPart[] | null {
  const parts: TextPart[] = [];
  const open: (string | null)[] = [];
  let places = 0;
  let isBroken = false;
  const parser = new SaxesParser();
  parser.on('error', () => {
    isBroken = true;
  });
  parser.on('text', (piece) => parts.push({ text: piece }));
  parser.on('cdata', (piece) => parts.push({ text: piece }));
  parser.on('opentag', ({ name, attributes }) => {
    const id = attributes.id ?? '';
    if (open.length === 0) open.push(null);
    else if (name === 'g') {
      places += 1;
      open.push(`${places}`);
      parts.push({ open: `${places}`, code: id });
    } else if (name === 'x') {
      open.push(null);
      const sign = SIGN.exec(id)?.[1];
      parts.push(sign === undefined ? { alone: id } : { text: String.fromCodePoint(Number.parseInt(sign, 16)) });
    } else isBroken = true;
  });
  parser.on('closetag', () => {
    const place = open.pop();
    if (place) parts.push({ close: place });
  });
  parser.write(`<t>${text}</t>`).close();
  return isBroken ? null : mergeAdjacentTexts(parts);
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(NOT_XML, (sign) => `<x id="u${sign.codePointAt(0)?.toString(16)}"/>`);
}
