import { SaxesParser } from 'saxes';
import { decodeXml } from './decode-xml.ts';
import { declareEntities } from './svg-entities.ts';

/**
 * The first element of an XML document, or of its beginning.
 *
 * @returns the root's name without prefix, and its namespace; null for a text that isn't XML
 */
export function rootOfXml(head: Uint8Array): { readonly local: string; readonly uri: string } | null {
  let root: { local: string; uri: string } | null = null;
  const parser = new SaxesParser({ xmlns: true });
  // Errors after the first element don't matter here.
  parser.on('error', () => {});
  parser.on('doctype', (doctype) => {
    try {
      declareEntities(parser, doctype);
    } catch {
      // Who reads the whole document says why it's refused.
    }
  });
  parser.on('opentag', ({ local, uri }) => {
    root ??= { local, uri };
  });
  try {
    const text = decodeXml(head, { partial: true });
    if (/^\uFEFF?\s*</.test(text)) parser.write(text.replace(/^\uFEFF?\s*/, ''));
  } catch {
    // Nor do failures.
  }
  return root;
}
