import type { Code, TextPart } from './inline.ts';

/** A piece of a Markdown text: what stays as it is, or words to translate around codes that stay. */
export type MarkdownPiece = string | { readonly parts: readonly TextPart[]; readonly codes: ReadonlyMap<string, Code> };

const FRONT_MATTER = /^(---|\+\+\+)[ \t]*\r?\n(?:[\s\S]*?\n)??\1[ \t]*(?:\r?\n|$)/;
/** Code and formulas, also in an item or a quote. */
const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?:(`{3,})[^`]*|(~{3,}).*|(\${2,})[^$]*)$/;
/** HTML whose content is no text, and what ends it. */
const OPAQUE: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/<!--/, /-->/],
  [/<(?:script|style|pre|code|textarea)(?=[\s>])/i, /<\/(?:script|style|pre|code|textarea)>/i],
];
/** Lines without words: rules, underlines of headings, the second line of a table; and where links lead to. */
const WORDLESS = /^[\s>]*(?:(?:[-=*_:|+][ \t]*)+|\[(?!\^)[^\]\n]{1,200}\]:.*)$/;
/** What stands before the words of a line: quotes, items, tasks, headings, footnotes. */
const BEFORE = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)]|#{1,6}|\[[ xX]\]|\[\^[^\]\s]{1,40}\]:)(?:[ \t]+|$)|>)*/;
const CELL = /((?<!\\)\|)/;
const ADDRESS = String.raw`\((?:<[^<>\n]*>|[^()\s<][^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?[ \t]*\)`;
/** What stays within a line: pictures, footnotes, tags and addresses, expressions, breaks. */
const ALONE = new RegExp(
  [
    String.raw`!\[[^[\]\n]{0,500}\](?:${ADDRESS}|\[[^[\]\n]{0,500}\])`,
    String.raw`\[\^[^\]\s]{1,40}\]`,
    String.raw`<!--[\s\S]{0,2000}?-->|<(code|pre|script|style|textarea)(?=[\s>])[\s\S]{0,2000}?</\1>`,
    '</?[A-Za-z][^<>]*>',
    String.raw`https?://[^\s<>()[\]"]+`,
    String.raw`\{\{[^{}\n]{0,500}\}\}|\{[^{}\n]{0,500}\}`,
    String.raw`(?: {2,50}|\\)\r?\n`,
  ].join('|'),
  'y',
);
/** The end of a link, with where it leads to. */
const LINK_END = new RegExp(String.raw`\](?:${ADDRESS}|\[[^[\]\n]{0,500}\])`, 'y');
const HAS_WORDS = /\p{L}/u;

/**
 * A Markdown text as pieces, which make the same text again. Code, HTML, pictures, front matter and where links lead to stay as
 * they are, and so does what makes lists, headings and tables. In about linear time.
 */
export function splitMarkdown(text: string): MarkdownPiece[] {
  const pieces: MarkdownPiece[] = [];
  let words = '';
  const keep = (raw: string): void => {
    if (raw !== '') pieces.push(raw);
  };
  const flush = (): void => {
    const all = words;
    words = '';
    const inner = all.trim();
    const piece = HAS_WORDS.test(inner) ? inline(inner) : null;
    if (piece?.parts.some((part) => 'text' in part && HAS_WORDS.test(part.text))) {
      const before = all.length - all.trimStart().length;
      keep(all.slice(0, before));
      pieces.push(piece);
      keep(all.slice(before + inner.length));
    } else keep(all);
  };
  const front = FRONT_MATTER.exec(text)?.[0] ?? '';
  keep(front);
  let fence: string | null = null;
  let opaqueEnd: RegExp | null = null;
  let isTable = false;
  let isInList = false;
  let isAfterBlank = true;
  const lines = text.slice(front.length).match(/[^\n]*\n|[^\n]+$/g) ?? [];
  for (const [index, line] of lines.entries()) {
    const bare = line.trim();
    const keepLine = (): void => {
      flush();
      keep(line);
    };
    if (fence !== null) {
      keepLine();
      if (bare.replace(/^[>\s]+/, '').startsWith(fence) && /^[>\s]*([`~$])\1+$/.test(bare)) fence = null;
      continue;
    }
    if (opaqueEnd) {
      keepLine();
      if (opaqueEnd.test(line)) opaqueEnd = null;
      continue;
    }
    const wasBlank = isAfterBlank;
    isAfterBlank = bare === '';
    if (bare === '') {
      isTable = false;
      keepLine();
      continue;
    }
    const fences = FENCE.exec(line.trimEnd());
    if (fences) {
      fence = fences[1] ?? fences[2] ?? fences[3] ?? null;
      keepLine();
      continue;
    }
    const opens = OPAQUE.find(([begin, end]) => begin.test(line) && !end.test(line.slice(line.search(begin))));
    if (opens) {
      opaqueEnd = opens[1];
      keepLine();
      continue;
    }
    const isIndented = /^(?: {4}|\t)/.test(line);
    if (wasBlank && /^\S/.test(line)) isInList = false;
    const prefix = BEFORE.exec(line)?.[0] ?? '';
    if (/(?:[-*+]|\d[.)])[ \t]/.test(prefix)) isInList = true;
    if (WORDLESS.test(line.trimEnd()) || (isIndented && !isInList && words === '')) {
      keepLine();
      continue;
    }
    isTable ||=
      line.includes('|') && (/^[\s>]*\|/.test(line) || /^[\s>]*[-:|][-:|\s]*\|[-:|\s]*$/.test(lines[index + 1] ?? ''));
    if (isTable) {
      flush();
      for (const cell of line.split(CELL)) {
        words = cell;
        flush();
      }
      continue;
    }
    if (prefix.trim() !== '') {
      flush();
      keep(prefix);
      words = line.slice(prefix.length);
      if (/#[ \t]/.test(prefix)) flush();
    } else words += line;
  }
  flush();
  return pieces;
}

/** Words, with codes for what is between them and stays. */
function inline(text: string): Exclude<MarkdownPiece, string> {
  const parts: TextPart[] = [];
  const codes = new Map<string, Code>();
  /** Where brackets are open, which may begin a link. */
  const brackets: number[] = [];
  /** Ticks of code → where they stand, the first one last. */
  const ticks = new Map<string, number[]>();
  for (const { index, 0: run } of [...text.matchAll(/`+/g)].reverse()) {
    const own = ticks.get(run);
    if (own) own.push(index);
    else ticks.set(run, [index]);
  }
  let from = 0;
  const say = (to: number): void => {
    if (to > from) parts.push({ text: text.slice(from, to) });
    from = to;
  };
  const id = (): string => String(codes.size + 1);
  const stay = (at: number, raw: string): number => {
    say(at);
    const code = id();
    codes.set(code, { node: { raw } });
    parts.push({ alone: code });
    from = at + raw.length;
    return from;
  };
  let at = 0;
  while (at < text.length) {
    const sign = text[at] ?? '';
    if (sign === '\\' && text[at + 1] !== '\n' && text[at + 1] !== '\r') {
      at += 2;
      continue;
    }
    if (sign === '`') {
      let end = at;
      while (text[end] === '`') end++;
      const run = text.slice(at, end);
      const own = ticks.get(run) ?? [];
      while (own.length > 0 && (own.at(-1) ?? 0) <= at) own.pop();
      const close = own.pop();
      at = close === undefined ? end : stay(at, text.slice(at, close + run.length));
      continue;
    }
    ALONE.lastIndex = at;
    const alone = ALONE.exec(text)?.[0];
    if (alone !== undefined) {
      at = stay(at, alone);
      continue;
    }
    if (sign === '[') {
      say(at);
      brackets.push(parts.length);
      parts.push({ text: '[' });
      at += 1;
      from = at;
      continue;
    }
    LINK_END.lastIndex = at;
    const end = sign === ']' ? LINK_END.exec(text)?.[0] : undefined;
    const begin = sign === ']' ? brackets.pop() : undefined;
    if (end !== undefined && begin !== undefined) {
      say(at);
      const code = id();
      codes.set(code, { mark: { before: '[', after: end } });
      parts[begin] = { open: code, code };
      parts.push({ close: code });
      at += end.length;
      from = at;
      continue;
    }
    at += 1;
  }
  say(text.length);
  return { parts, codes };
}

/** Words with their codes as Markdown. */
export function inlineMarkdown(parts: readonly TextPart[], codes: ReadonlyMap<string, Code>): string {
  const open = new Map<string, Code | undefined>();
  const of = (code: Code | undefined, key: 'raw' | 'before' | 'after'): string => {
    const all = code && ('mark' in code ? code.mark : code.node);
    return String(all?.[key] ?? '');
  };
  return parts
    .map((part) => {
      if ('text' in part) return part.text;
      if ('alone' in part) return of(codes.get(part.alone), 'raw');
      if ('close' in part) return of(open.get(part.close), 'after');
      open.set(part.open, codes.get(part.code));
      return of(codes.get(part.code), 'before');
    })
    .join('');
}
