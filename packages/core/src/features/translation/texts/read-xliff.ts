import { mergeAdjacentTexts, type TextPart } from '@stele/schema';
import type { SaxesTagNS } from 'saxes';
import { takeBreak } from '../../../platform/breaks.ts';
import { XLIFF_NAMESPACE } from './write-xliff.ts';

/** A fault in a document, and its file and unit. */
interface XliffFault {
  readonly path: readonly string[];
  readonly message: string;
}

interface ReadUnit {
  readonly source: readonly TextPart[];
  /** Null where nothing is translated. */
  readonly target: readonly TextPart[] | null;
  /** Whether a tool says of a segment that no one has worked on it. */
  readonly isInitial: boolean;
}

export interface ReadFile {
  readonly id: string;
  readonly original: string;
  readonly units: ReadonlyMap<string, ReadUnit>;
}

/** The content of an XLIFF document; faults when it isn't one. */
interface ReadXliff {
  readonly source: string;
  readonly target: string;
  readonly files: readonly ReadFile[];
  readonly faults: readonly XliffFault[];
}

/** An element of XLIFF's own namespace. */
interface Element {
  readonly name: string;
  readonly attrs: Readonly<Record<string, string>>;
  readonly children: (Element | string)[];
}

/** How deep elements may be nested. */
const MOST_LEVELS = 100;
const MOST_FAULTS = 100;
/** How many entries a document is of. */
export const MOST_FILES = 100;
/** How many characters are read between two breaks. */
const PIECE = 16_384;
/** How many codes a text has, since each is looked up among those that are open. */
const MOST_CODES = 1000;

/**
 * Reads XLIFF 2.0 and 2.1. Takes what tools may do to it: segments that were split or joined, `sc` and `ec` instead of `pc`, copied
 * codes, annotations, and modules, which it skips. Entities can't be declared. It takes breaks for other requests.
 */
export async function readXliff(text: string): Promise<ReadXliff> {
  const faults: XliffFault[] = [];
  const fault = (path: readonly string[], message: string): void => {
    if (faults.length < MOST_FAULTS) faults.push({ path, message });
  };
  const empty = { source: '', target: '', files: [], faults };
  const root = await parse(text, (message) => fault([], message));
  if (!root || faults.length > 0) return empty;
  const { version, srcLang = '', trgLang = '' } = root.attrs;
  if (root.name !== 'xliff' || !['2.0', '2.1'].includes(version ?? '')) {
    fault([], 'This is no XLIFF of version 2.0 or 2.1.');
    return empty;
  }
  if (srcLang === '') fault([], 'srcLang is missing.');
  if (trgLang === '') fault([], 'trgLang is missing.');
  const elements = childrenOf(root, 'file');
  if (elements.length === 0) fault([], 'There is no file in it.');
  if (elements.length > MOST_FILES) {
    fault([], `There are ${elements.length} files in it; a document has at most ${MOST_FILES}.`);
    return empty;
  }
  const ids = new Set<string>();
  const files: ReadFile[] = [];
  for (const element of elements) {
    const { id = '', original = '' } = element.attrs;
    if (id === '' || ids.has(id)) fault([id], id === '' ? 'A file has no id.' : 'Another file has the same id.');
    ids.add(id);
    files.push({ id, original, units: await readUnits(element, id, fault) });
  }
  return { source: srcLang, target: trgLang, files, faults };
}

type Report = (path: readonly string[], message: string) => void;

async function readUnits(file: Element, fileId: string, fault: Report): Promise<ReadonlyMap<string, ReadUnit>> {
  const units = new Map<string, ReadUnit>();
  for (const element of descendants(file, 'unit', ['group'])) {
    await takeBreak();
    const { id = '' } = element.attrs;
    if (id === '' || units.has(id)) {
      fault([fileId, id], id === '' ? 'A unit has no id.' : 'Another unit has the same id.');
    }
    units.set(
      id,
      readUnit(element, (message) => fault([fileId, id], message)),
    );
  }
  return units;
}

function readUnit(unit: Element, fault: (message: string) => void): ReadUnit {
  const pieces = unit.children.filter((child) => typeof child !== 'string').filter(({ name }) => isPiece(name));
  if (!pieces.some(({ name }) => name === 'segment')) fault('It has no segment.');
  const read = pieces.map((piece, index) => {
    const [source, ...moreSources] = childrenOf(piece, 'source');
    const [target, ...moreTargets] = childrenOf(piece, 'target');
    if (!source || moreSources.length > 0 || moreTargets.length > 0) {
      fault('A segment has one source, and at most one target.');
    }
    const order = target?.attrs.order === undefined ? index + 1 : Number(target.attrs.order);
    const parts = source ? inlineParts(source, fault) : [];
    return { piece, source: parts, target: target ? inlineParts(target, fault) : null, order };
  });
  const orders = read.map(({ order }) => order);
  if (new Set(orders).size < orders.length || orders.some((order) => !(order >= 1 && order <= read.length))) {
    fault('The order of its targets is no order.');
  }
  const isTranslated = read.every(
    ({ piece, source, target }) => piece.name === 'ignorable' || hasText(target ?? []) || !hasText(source),
  );
  const inOrder = [...read].sort((a, b) => a.order - b.order);
  const source = mergeAdjacentTexts(read.flatMap((one) => one.source));
  const target = mergeAdjacentTexts(inOrder.flatMap((one) => one.target ?? one.source));
  if (Math.max(codesIn(source), codesIn(target)) > MOST_CODES) fault(`It has more than ${MOST_CODES} codes.`);
  return {
    source,
    target: isTranslated ? target : null,
    isInitial: pieces.some(({ attrs }) => attrs.state === 'initial'),
  };
}

const isPiece = (name: string): boolean => name === 'segment' || name === 'ignorable';

const hasText = (parts: readonly TextPart[]): boolean =>
  parts.some((part) => 'text' in part && part.text.trim() !== '');

const codesIn = (parts: readonly TextPart[]): number =>
  parts.filter((part) => 'open' in part || 'alone' in part).length;

/** @param parts gets those of the element */
function inlineParts(element: Element, fault: (message: string) => void, parts: TextPart[] = []): TextPart[] {
  for (const child of element.children) {
    if (typeof child === 'string') parts.push({ text: child });
    else elementParts(child, fault, parts);
  }
  return parts;
}

function elementParts(element: Element, fault: (message: string) => void, parts: TextPart[]): void {
  const { id = '', copyOf, startRef, hex = '' } = element.attrs;
  const code = copyOf ?? id;
  switch (element.name) {
    case 'pc':
      parts.push({ open: id, code });
      inlineParts(element, fault, parts);
      parts.push({ close: id });
      return;
    case 'sc':
      parts.push({ open: id, code });
      return;
    case 'ec':
      parts.push({ close: startRef ?? id });
      return;
    case 'ph':
      parts.push({ alone: code });
      return;
    case 'cp':
      if (isCharacter(hex)) parts.push({ text: String.fromCodePoint(Number.parseInt(hex, 16)) });
      else fault(`"${hex}" is no character that can be stored.`);
      return;
    case 'mrk':
      inlineParts(element, fault, parts);
      return;
    case 'sm':
    case 'em':
      return;
    default:
      fault(`<${element.name}> can't be within a text.`);
  }
}

function isCharacter(hex: string): boolean {
  const point = /^[0-9A-Fa-f]{4,6}$/.test(hex) ? Number.parseInt(hex, 16) : 0;
  return point > 0 && point <= 0x10_ff_ff && !(point >= 0xd800 && point <= 0xdfff);
}

function childrenOf(element: Element, name: string): Element[] {
  return element.children.filter((child): child is Element => typeof child !== 'string' && child.name === name);
}

/** Elements of a name, also within others. */
function descendants(element: Element, name: string, within: readonly string[]): Element[] {
  return element.children.flatMap((child): Element[] => {
    if (typeof child === 'string') return [];
    if (child.name === name) return [child];
    return within.includes(child.name) ? descendants(child, name, within) : [];
  });
}

/** The root of a well-formed document, with elements of XLIFF's own namespace only. */
async function parse(text: string, fault: (message: string) => void): Promise<Element | null> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ xmlns: true });
  const open: (Element | null)[] = [];
  let root: Element | null = null;
  const at = (message: string): Error => new Error(`${message} (line ${parser.line}, column ${parser.column})`);
  parser.on('error', (error) => {
    throw new Error(error.message.replace(/^(\d+):(\d+): /, 'Line $1, column $2: '));
  });
  parser.on('doctype', () => {
    throw at('A document type is not allowed.');
  });
  parser.on('opentag', (tag: SaxesTagNS) => {
    if (open.length >= MOST_LEVELS) throw at('Elements are nested too deep.');
    const attrs = Object.fromEntries(
      Object.values(tag.attributes).flatMap(({ uri, local, value }) => (uri === '' ? [[local, value]] : [])),
    );
    const parent = open.at(-1);
    const isOwn = tag.uri === XLIFF_NAMESPACE && (parent !== null || open.length === 0);
    const element = isOwn ? { name: tag.local, attrs, children: [] } : null;
    if (element && parent) parent.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const add = (words: string): void => void open.at(-1)?.children.push(words);
  parser.on('text', add);
  parser.on('cdata', add);
  try {
    for (let at = 0; at < text.length; at += PIECE) {
      parser.write(text.slice(at, at + PIECE));
      await takeBreak();
    }
    parser.close();
  } catch (error) {
    fault((error as Error).message);
    return null;
  }
  if (!root) fault('This is no XLIFF of version 2.0 or 2.1.');
  return root;
}
