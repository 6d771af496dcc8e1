import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { fail } from '../../failures.ts';
import type { Size } from '../image/regions.ts';
import { isSafeValue, safeDeclarations, safeStyleSheet } from './safe-css.ts';
import { declareEntities } from './svg-entities.ts';
import {
  ANIMATIONS,
  ELEMENTS,
  OTHER_ATTRIBUTES,
  PICTURES,
  PRESENTATION,
  SVG_NAMESPACE,
  TEXTS,
  XLINK_NAMESPACE,
  XML_NAMESPACE,
} from './svg-names.ts';
import { svgSize } from './svg-size.ts';

/** Deeper drawings are made to attack their readers. */
const MAX_DEPTH = 200;

/** A drawing that only contains what is known to be harmless. */
export interface SafeSvg extends Size {
  readonly text: string;
}

/** Returns an embedded picture without its metadata; null when it can't be read. */
type CleanPicture = (dataUrl: string) => Promise<string | null>;

/**
 * Copies a drawing, element by element: only names from a list, without scripts, and without anything that is loaded from
 * elsewhere. Leaves out comments, metadata, and private data of drawing programs. Links lose their target.
 *
 * @throws FileFailure when it isn't well-formed SVG, or declares entities that aren't plain texts
 */
export async function sanitiseSvg(text: string, cleanPicture: CleanPicture): Promise<SafeSvg> {
  const copy = new SvgCopy(cleanPicture);
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.on('error', () => fail('not_decodable', { what: 'SVG' }));
  parser.on('doctype', (doctype) => declareEntities(parser, doctype));
  parser.on('opentag', (tag) => copy.open(tag));
  parser.on('closetag', () => copy.close());
  parser.on('text', (content) => copy.write(content));
  parser.on('cdata', (content) => copy.write(content));
  parser.write(text).close();
  return copy.finish();
}

type Part = string | Promise<string>;

/** An element's name in the copy; null when it's left out, with its content. */
interface Frame {
  readonly name: string | null;
  /** Text of a `style` element. */
  css: string;
}

class SvgCopy {
  readonly #cleanPicture: CleanPicture;
  readonly #parts: Part[] = [];
  readonly #frames: Frame[] = [];
  #size: Size | null = null;

  constructor(cleanPicture: CleanPicture) {
    this.#cleanPicture = cleanPicture;
  }

  open(tag: SaxesTagNS): void {
    if (this.#frames.length >= MAX_DEPTH) fail('unsafe_svg', { reason: 'its elements are nested too deeply' });
    const name = this.#nameOf(tag);
    this.#frames.push({ name, css: '' });
    if (name === null) return;
    const attributes = Object.values(tag.attributes);
    if (this.#size === null) {
      this.#size = svgSize(new Map(attributes.map((attribute) => [attribute.name, attribute.value])));
      this.#parts.push(`<svg xmlns="${SVG_NAMESPACE}" xmlns:xlink="${XLINK_NAMESPACE}"`);
    } else this.#parts.push(`<${name}`);
    for (const attribute of attributes) this.#copyAttribute(name, attribute);
    this.#parts.push('>');
  }

  write(text: string): void {
    const frame = this.#frames.at(-1);
    if (!frame || frame.name === null) return;
    if (frame.name === 'style') frame.css += text;
    else this.#parts.push(escapeXml(text));
  }

  close(): void {
    const frame = this.#frames.pop();
    if (!frame || frame.name === null) return;
    if (frame.name === 'style') this.#parts.push(escapeXml(safeStyleSheet(frame.css)));
    this.#parts.push(`</${frame.name}>`);
  }

  async finish(): Promise<SafeSvg> {
    const size = this.#size ?? fail('not_decodable', { what: 'SVG' });
    const parts = await Promise.all(this.#parts);
    return { text: `${parts.join('')}\n`, ...size };
  }

  #nameOf({ local, uri }: SaxesTagNS): string | null {
    const parent = this.#frames.at(-1);
    if (!parent) {
      const root = local === 'svg' && (uri === SVG_NAMESPACE || uri === '');
      return root ? 'svg' : fail('not_decodable', { what: 'SVG' });
    }
    // An HTML parser reads the content of these elements as HTML, and could find elements that aren't in the drawing.
    if (parent.name === null || parent.name === 'style' || TEXTS.has(parent.name)) return null;
    if (uri !== SVG_NAMESPACE && uri !== '') return null;
    if (local === 'a') return 'g';
    return ELEMENTS.has(local) ? local : null;
  }

  #copyAttribute(element: string, { local, uri, value }: SaxesAttributeNS): void {
    if (uri === XML_NAMESPACE && (local === 'space' || local === 'lang')) this.#attribute(`xml:${local}`, value);
    else if (local === 'href' && (uri === XLINK_NAMESPACE || uri === ''))
      this.#copyReference(element, uri === '' ? 'href' : 'xlink:href', value.trim());
    else if (uri !== '') return;
    else if (local === 'style') this.#attribute('style', safeDeclarations(value));
    else if (local === 'attributeName') {
      if (ANIMATIONS.has(element) && PRESENTATION.has(value.trim())) this.#attribute(local, value);
    } else if ((PRESENTATION.has(local) || OTHER_ATTRIBUTES.has(local)) && isSafeValue(value))
      this.#attribute(local, value);
  }

  #copyReference(element: string, name: string, value: string): void {
    if (value.startsWith('#')) this.#attribute(name, value);
    else if (PICTURES.has(element) && /^data:image\//i.test(value))
      this.#parts.push(this.#cleanPicture(value).then((url) => (url === null ? '' : ` ${name}="${escapeXml(url)}"`)));
  }

  #attribute(name: string, value: string): void {
    this.#parts.push(` ${name}="${escapeXml(value)}"`);
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}
