import type { InlineCode, Json, TextPart, Unit } from '@stele/schema';

export const XLIFF_NAMESPACE = 'urn:oasis:names:tc:xliff:document:2.0';

/** A text to translate, with its translation so far. */
export interface XliffUnit {
  readonly unit: Unit;
  readonly target: readonly TextPart[] | null;
  /** Whether the translation says what the source says now. */
  readonly isCurrent: boolean;
  readonly notes: readonly string[];
}

/** The texts of an entry. */
export interface XliffFile {
  readonly id: string;
  /** The source of the texts, for the program that wrote the document. */
  readonly original: string;
  readonly title: string;
  readonly units: readonly XliffUnit[];
}

/** Texts as XLIFF 2.1 (http://docs.oasis-open.org/xliff/xliff-core/v2.1/). White space counts everywhere. */
export function writeXliff(source: string, target: string, files: readonly XliffFile[]): string {
  const root = `<xliff xmlns="${XLIFF_NAMESPACE}" version="2.1" srcLang="${source}" trgLang="${target}">`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', root, ...files.map(fileXml), '</xliff>', ''].join('\n');
}

function fileXml({ id, original, title, units }: XliffFile): string {
  return [
    `  <file id="${attribute(id)}" original="${attribute(original)}" xml:space="preserve">`,
    `    <notes><note id="title" category="title">${textXml(writable(title))}</note></notes>`,
    ...units.map(unitXml),
    '  </file>',
  ].join('\n');
}

function unitXml({ unit, target, isCurrent, notes }: XliffUnit): string {
  const data = new Map<string, string>();
  const source = partsXml(unit.parts, unit, data);
  const translated = target ? `<target>${partsXml(target, unit, data)}</target>` : '';
  const state = target && isCurrent ? 'translated' : 'initial';
  const noted = notes.map((note, i) => `<note id="n${i + 1}">${textXml(writable(note))}</note>`).join('');
  const stored = [...data].map(([id, text]) => `<data id="${id}">${textXml(text)}</data>`).join('');
  return [
    `    <unit id="${attribute(unit.id)}" name="${attribute(unit.labels.join(' › '))}">`,
    ...(noted ? [`      <notes>${noted}</notes>`] : []),
    ...(stored ? [`      <originalData>${stored}</originalData>`] : []),
    `      <segment state="${state}"><source>${source}</source>${translated}</segment>`,
    '    </unit>',
  ].join('\n');
}

/** @param data gets what the codes were, as HTML: translators see it */
function partsXml(parts: readonly TextPart[], { codes }: Unit, data: Map<string, string>): string {
  return parts
    .map((part) => {
      if ('text' in part) return textXml(part.text);
      if ('close' in part) return '</pc>';
      const id = 'open' in part ? part.code : part.alone;
      const { type, start, end } = describe(codes.get(id));
      data.set(`d${id}`, start);
      if ('alone' in part) return `<ph id="${id}" dataRef="d${id}"${type}/>`;
      data.set(`e${id}`, end);
      return `<pc id="${id}" dataRefStart="d${id}" dataRefEnd="e${id}"${type}>`;
    })
    .join('');
}

/** Mark → its element in HTML, and its kind in XLIFF. */
const ELEMENTS: Readonly<Record<string, readonly [string, string]>> = {
  bold: ['strong', ' type="fmt" subType="xlf:b"'],
  italic: ['em', ' type="fmt" subType="xlf:i"'],
  underline: ['u', ' type="fmt" subType="xlf:u"'],
  strike: ['s', ' type="fmt"'],
  code: ['code', ' type="fmt"'],
  highlight: ['mark', ' type="fmt"'],
  superscript: ['sup', ' type="fmt"'],
  subscript: ['sub', ' type="fmt"'],
  link: ['a', ' type="link"'],
};

function describe(code: InlineCode | undefined): {
  readonly type: string;
  readonly start: string;
  readonly end: string;
} {
  if (!code || 'node' in code) return { type: ' type="fmt" subType="xlf:lb"', start: '<br>', end: '' };
  const { type = '', attrs } = code.mark;
  const [element, kind] = ELEMENTS[String(type)] ?? [String(type), ' type="other"'];
  const { href, entry } = (attrs ?? {}) as Readonly<Record<string, Json>>;
  const to = href ?? entry;
  return { type: kind, start: `<${element}${typeof to === 'string' ? ` href="${to}"` : ''}>`, end: `</${element}>` };
}

/** Characters that XML 1.0 can't have (2.2), for which XLIFF has an element. */
const UNWRITABLE = /(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]/gu;

function textXml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped
    .replaceAll('\r', '&#xD;')
    .replace(UNWRITABLE, (c) => `<cp hex="${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}"/>`);
}

/** A text where XLIFF's own elements can't be. */
const writable = (text: string): string => text.replace(UNWRITABLE, ' ');

function attribute(text: string): string {
  return textXml(writable(text)).replaceAll('"', '&quot;').replaceAll('\n', '&#xA;').replaceAll('\t', '&#x9;');
}
