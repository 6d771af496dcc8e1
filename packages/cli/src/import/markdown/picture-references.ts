import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

interface PictureReference {
  readonly address: string;
  /** The picture's alternative text; empty when there's none. */
  readonly alt: string;
  /** Offsets of the address as it's written, with its angle brackets if it has some. */
  readonly start: number;
  readonly end: number;
}

/** The rest of `![Alt](address "Title")` after the `]`. */
const TARGET = /^\(\s*(<[^>\n]*>|\S+?)(?:\s+(?:"[\s\S]*"|'[\s\S]*'|\([\s\S]*\)))?\s*\)$/d;
/** `[name]: address "Title"`. */
const DEFINITION = /^\[[\s\S]*?\]:\s*(<[^>\n]*>|\S+)/d;
/** In HTML, comments left out. */
const TAG = /<img\b[^<>]*?\ssrc\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>{]+))/dgi;
/** Of a tag. */
const ALT = /\salt\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/i;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

const markdown = unified().use(remarkParse).use(remarkGfm);

/** The pictures of Markdown (CommonMark with GitHub's additions), also those that are named below the text or in HTML; in code there are none. */
export function pictureReferences(text: string): PictureReference[] {
  const places: PictureReference[] = [];
  const shown = new Map<string, string>();
  const tree = markdown.parse(text);
  visit(
    tree,
    'imageReference',
    ({ identifier, alt }) => void shown.set(identifier, shown.get(identifier) || alt || ''),
  );
  visit(tree, (node) => {
    const from = node.position?.start.offset ?? 0;
    const written = text.slice(from, node.position?.end.offset);
    const add = (address: string, alt: string, [start, end]: [number, number] = [0, 0]): void => {
      if (end > start) places.push({ address, alt: alt.trim(), start: from + start, end: from + end });
    };
    const named = node.type === 'definition' ? shown.get(node.identifier) : undefined;
    if (node.type === 'image') add(node.url, node.alt ?? '', targetOf(written, node.url));
    else if (node.type === 'definition' && named !== undefined)
      add(node.url, named, DEFINITION.exec(written)?.indices?.[1]);
    else if (node.type === 'html') {
      for (const { indices, ...found } of written
        .replace(COMMENT, (comment) => ' '.repeat(comment.length))
        .matchAll(TAG)) {
        const group = [1, 2, 3].find((one) => found[one] !== undefined) ?? 0;
        const tag = written.slice(found.index, written.indexOf('>', found.index) + 1);
        const [, double, single] = ALT.exec(tag) ?? [];
        add(found[group] ?? '', double ?? single ?? '', indices?.[group]);
      }
    }
  });
  return places.sort((a, b) => a.start - b.start);
}

/** Where the address of an image is. Alternative texts may hold links, so it's searched from the end. */
function targetOf(written: string, url: string): [number, number] | undefined {
  for (let at = written.lastIndexOf(']('); at > 0; at = written.lastIndexOf('](', at - 1)) {
    const found = TARGET.exec(written.slice(at + 1));
    const [start, end] = found?.indices?.[1] ?? [0, 0];
    if (end > start && unescaped(found?.[1] ?? '') === url) return [at + 1 + start, at + 1 + end];
  }
  return undefined;
}

/** An address without the brackets around it and the backslashes in it. */
function unescaped(written: string): string {
  return written.replace(/^<|>$/g, '').replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
