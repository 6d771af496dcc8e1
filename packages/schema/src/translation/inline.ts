import type { Json } from '../document.ts';
import { isSameJson } from '../merge/same-json.ts';

/** A piece of a text to translate: words, or where a code opens, closes or stands alone. */
export type TextPart =
  | { readonly text: string }
  /** `open` tells apart the places where a code stands more than once; `code` is the one it is. */
  | { readonly open: string; readonly code: string }
  | { readonly close: string }
  | { readonly alone: string };

/** The meaning of a code: a mark of rich text, or a node within a line. */
export type InlineCode = { readonly mark: JsonObject } | { readonly node: JsonObject };

/** Code → what it stands for. */
export type InlineCodes = ReadonlyMap<string, InlineCode>;

type JsonObject = { readonly [key: string]: Json };

/** A line of rich text as parts: words that follow each other under the same mark share its code. */
export function partsOf(content: readonly JsonObject[]): {
  readonly parts: readonly TextPart[];
  readonly codes: InlineCodes;
} {
  const parts: TextPart[] = [];
  const codes = new Map<string, InlineCode>();
  const open: { readonly id: string; readonly mark: JsonObject }[] = [];
  const closeAll = (from: number): void => {
    for (const { id } of open.splice(from).reverse()) parts.push({ close: id });
  };
  const add = (code: InlineCode): string => {
    const id = String(codes.size + 1);
    codes.set(id, code);
    return id;
  };
  for (const { text, marks, ...node } of content) {
    const own = marksOf(marks);
    let common = 0;
    while (common < open.length && isSameJson(open[common]?.mark ?? null, own[common] ?? null)) common++;
    closeAll(common);
    for (const mark of own.slice(common)) {
      const id = add({ mark });
      parts.push({ open: id, code: id });
      open.push({ id, mark });
    }
    parts.push(typeof text === 'string' ? { text } : { alone: add({ node }) });
  }
  closeAll(0);
  return { parts: mergeAdjacentTexts(parts), codes };
}

/** A line of rich text from parts whose codes are all known. */
export function lineOf(parts: readonly TextPart[], codes: InlineCodes): JsonObject[] {
  const content: JsonObject[] = [];
  const open: { readonly id: string; readonly mark: JsonObject }[] = [];
  for (const part of mergeAdjacentTexts(parts)) {
    if ('open' in part) {
      const code = codes.get(part.code);
      if (code && 'mark' in code) open.push({ id: part.open, mark: code.mark });
      continue;
    }
    if ('close' in part) {
      const index = open.findLastIndex(({ id }) => id === part.close);
      if (index >= 0) open.splice(index, 1);
      continue;
    }
    // A text can't bear a mark of one kind twice.
    const marks = open
      .map(({ mark }) => mark)
      .filter((mark, i, all) => all.findIndex((m) => m.type === mark.type) === i);
    const borne: JsonObject = marks.length > 0 ? { marks } : {};
    const code = 'alone' in part ? codes.get(part.alone) : undefined;
    const last = content.at(-1);
    if (code && 'node' in code) content.push({ ...code.node, ...borne });
    else if (!('text' in part)) continue;
    else if (typeof last?.text === 'string' && isSameJson(last.marks ?? null, borne.marks ?? null)) {
      content[content.length - 1] = { ...last, text: last.text + part.text };
    } else content.push({ type: 'text', text: part.text, ...borne });
  }
  return content;
}

/** Parts with neighbouring words joined and empty ones left out, so that equal texts have equal parts. */
export function mergeAdjacentTexts(parts: readonly TextPart[]): TextPart[] {
  const result: TextPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (!('text' in part)) result.push(part);
    else if (part.text === '') continue;
    else if (last && 'text' in last) result[result.length - 1] = { text: last.text + part.text };
    else result.push(part);
  }
  return result;
}

/** Why parts don't fit the codes of their source; null when they do. */
export function describeCodeMismatch(parts: readonly TextPart[], codes: InlineCodes): string | null {
  const open: string[] = [];
  for (const part of parts) {
    if ('text' in part) continue;
    if ('close' in part) {
      const index = open.lastIndexOf(part.close);
      if (index < 0) return `The code ${part.close} is closed, but not open.`;
      open.splice(index, 1);
      continue;
    }
    const id = 'open' in part ? part.code : part.alone;
    const code = codes.get(id);
    if (!code) return `The source has no code ${id}.`;
    if ('open' in part !== 'mark' in code) return `The code ${id} is of another kind in the source.`;
    if ('open' in part) open.push(part.open);
  }
  return open.length > 0 ? `The code ${open[0]} is never closed.` : null;
}

/** The words of parts. */
export function wordsOfParts(parts: readonly TextPart[]): string {
  return parts.map((part) => ('text' in part ? part.text : 'alone' in part ? '\n' : '')).join('');
}

function marksOf(marks: Json | undefined): readonly JsonObject[] {
  return Array.isArray(marks) ? (marks as readonly JsonObject[]) : [];
}
