import type { Json } from '../document.ts';
import { isRecord, itemsOf } from '../own-value.ts';
import { isBlankText } from '../unicode.ts';
import { isNodeName, NODE_RULES } from './rules.ts';
import { visitNodes } from './visit.ts';

const SUBSTANCE: readonly unknown[] = ['image', 'embed', 'video', 'oembed', 'horizontalRule', 'table'];

/**
 * Whether rich text says nothing: at no depth it has text that can be seen, an image, embed, video, page of another site, rule or
 * table. A missing value is
 * blank; a value that is no document isn't.
 */
export function isBlankRichtext(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (!isRecord(value) || value.type !== 'doc') return false;
  const left: unknown[] = [value];
  while (left.length > 0) {
    const node = left.pop();
    if (!isRecord(node)) continue;
    if (SUBSTANCE.includes(node.type)) return false;
    if (node.type === 'text' && typeof node.text === 'string' && !isBlankText(node.text)) return false;
    for (const child of itemsOf(node.content)) left.push(child);
  }
  return true;
}

/**
 * The words of rich text: its paragraphs, headings, blocks of code, captions and titles of videos and pages of other sites, separated by blank lines; a hard break
 * is a line's end.
 */
export function richtextText(value: unknown): string {
  const blocks: string[] = [];
  let block = '';
  const begin = (): void => {
    if (block.trim() !== '') blocks.push(block);
    block = '';
  };
  for (const { node } of visitNodes(value)) {
    if (holdsText(node.type)) begin();
    if (node.type === 'text' && typeof node.text === 'string') block += node.text;
    if (node.type === 'hardBreak') block += '\n';
    if (!isRecord(node.attrs)) continue;
    const own =
      node.type === 'image'
        ? node.attrs.caption
        : node.type === 'video' || node.type === 'oembed'
          ? node.attrs.title
          : null;
    if (typeof own !== 'string') continue;
    begin();
    block = own;
  }
  begin();
  return blocks.join('\n\n');
}

/** Whether a node of this type is a paragraph or the like. */
function holdsText(type: unknown): boolean {
  if (!isNodeName(type)) return false;
  const of = NODE_RULES[type].content?.of ?? [];
  return of.includes('inline') || of.includes('text');
}

/** Plain text as rich text: paragraphs end at blank lines, and other ends of lines become hard breaks. */
export function textToRichtext(text: string): Json {
  const paragraphs: string[][] = [[]];
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  return { type: 'doc', content: paragraphs.filter((lines) => lines.length > 0).map(paragraphOf) };
}

function paragraphOf(lines: readonly string[]): Json {
  const content = lines.flatMap((line, index): Json[] => {
    const node = { type: 'text', text: line };
    return index === 0 ? [node] : [{ type: 'hardBreak' }, node];
  });
  return { type: 'paragraph', content };
}
