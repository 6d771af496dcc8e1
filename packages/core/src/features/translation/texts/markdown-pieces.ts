import type { InlineCode, TextPart } from '@stele/schema';
import { parse, postprocess, preprocess } from 'micromark';
import { gfm } from 'micromark-extension-gfm';

/** A piece of a Markdown text: what stays as it is, or words to translate around codes that stay. */
export type MarkdownPiece =
  | string
  | { readonly parts: readonly TextPart[]; readonly codes: ReadonlyMap<string, InlineCode> };

/** The parser takes more than linear time for many short blocks. */
const MOST_LINES = 5_000;
/** As it does for a line of many lists and quotes within each other. */
const DEEP_LINE = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){100}/m;
/** Blocks are found by the parser; what is within lines is found here, in linear time. */
const WITHIN_LINES = [
  ...['attention', 'autolink', 'characterEscape', 'characterReference', 'codeText', 'hardBreakEscape', 'htmlText'],
  ...['labelEnd', 'labelStartImage', 'labelStartLink', 'strikethrough', 'gfmFootnoteCall', 'gfmPotentialFootnoteCall'],
  ...['wwwAutolink', 'protocolAutolink', 'emailAutolink', 'tasklistCheck'],
];
const EXTENSIONS = [gfm(), { disable: { null: WITHIN_LINES } }];
/** Blocks that may have words. All others stay. */
const WITH_WORDS = new Set(['paragraph', 'atxHeadingText', 'setextHeadingText', 'tableContent', 'htmlFlow']);
const FRONT_MATTER =
  /^\uFEFF?(?:(?:---[ \t]*\r?\n(?=[\w."'-]+[ \t]*:)[\s\S]*?\n---|\+\+\+[ \t]*\r?\n(?=[\w."'-]+[ \t]*=|\[)[\s\S]*?\n\+\+\+)[ \t]*(?:\r?\n|$))?/;
/** Blocks of HTML that has no end or no words, and of MDX. */
const OPAQUE_BLOCK =
  /^\s*(?:<(?:![a-z]|\?|!--(?![\s\S]*-->)|(script|style|pre|textarea)[\s>](?![\s\S]*<\/\1\s*>))|import\s[^\n]*from\s*["']|import\s*["']|export\s+(?:const|default|function|let)\s)/i;
const TASK = /^\[[ xX]\][ \t]+/;
/** A line that begins or ends a formula. */
const FORMULA_LINE = /^[ \t>]*\$\$[ \t]*$/gm;
/** Text that stays as it is, up to its end. */
const OPAQUE: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/<!--/y, /-->/g],
  ...['code', 'pre', 'script', 'style', 'textarea'].map(
    (tag) => [new RegExp(`<${tag}(?=[\\s>])`, 'iy'), new RegExp(`</${tag}\\s*>`, 'gi')] as const,
  ),
  [/(?<!\$)\$\$(?!\$)/y, /(?<!\$)\$\$(?!\$)/g],
];
const ADDRESS = String.raw`\((?:<[^<>\n]*>|[^()\s<][^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:[ \t]*(?:[ \t]|\r?\n)[ \t]*(?:"[^"\n]*"|'[^'\n]*'))?[ \t]*\)`;
/** Pieces of a line that stay as they are: pictures, footnotes, tags and addresses, formulas, expressions, directives, breaks. */
const ALONE = new RegExp(
  [
    String.raw`!\[[^[\]\n]{0,500}\](?:${ADDRESS}|\[[^[\]\n]{0,500}\])`,
    String.raw`\[\^[^\]\s]{1,40}\]`,
    String.raw`</?[A-Za-z](?:[^<>"'{]|"[^"<]*"|'[^'<]*'|\{[^{}<]*\})*>`,
    '</?[A-Za-z][^<>]*>',
    String.raw`https?://[^\s<>()[\]"]+`,
    String.raw`(?<!\$)\$(?![\s$])(?:[^$\n\\]|\\[^\n])*(?<!\s)\$(?![\d$])`,
    String.raw`\{\{[^{}\n]{0,500}\}\}|\{[^{}\n]{0,500}\}`,
    String.raw`(?<![^\n]):::[^\n]*`,
    String.raw`(?: {2,50}|\\)\r?\n`,
  ].join('|'),
  'y',
);
/** The end of a link, with where it leads to. */
const LINK_END = new RegExp(String.raw`\](?:${ADDRESS}|\[[^[\]\n]{0,500}\])`, 'y');
const HAS_WORDS = /\p{L}/u;

/** A part of a text, by offsets. */
interface Span {
  readonly from: number;
  readonly to: number;
}
/** A block with words; where its lines begin again with `>`, that stays. */
interface Block extends Span {
  readonly quotes: readonly Span[];
}

/**
 * A Markdown text as pieces, which make the same text again. Code, HTML, pictures, front matter and where links lead to stay as
 * they are, and so does what makes lists, headings and tables.
 *
 * @returns null for a text of too many lines, or of a line too deep in lists and quotes
 */
export function splitMarkdown(text: string): MarkdownPiece[] | null {
  if ((text.match(/\r?\n|\r/g)?.length ?? 0) > MOST_LINES || DEEP_LINE.test(text)) return null;
  const pieces: MarkdownPiece[] = [];
  const keep = (raw: string): void => {
    const last = pieces.at(-1);
    if (typeof last === 'string') pieces[pieces.length - 1] = last + raw;
    else if (raw !== '') pieces.push(raw);
  };
  let done = 0;
  for (const { from, to, quotes } of blocksOf(text)) {
    const words = text.slice(from, to);
    const begin = from + words.length - words.replace(TASK, '').trimStart().length;
    const inner = text.slice(begin, to).trimEnd();
    const piece = HAS_WORDS.test(inner)
      ? inline(
          inner,
          quotes.map((one) => ({ from: one.from - begin, to: one.to - begin })),
        )
      : null;
    if (!piece?.parts.some((part) => 'text' in part && HAS_WORDS.test(part.text))) continue;
    keep(text.slice(done, begin));
    pieces.push(piece);
    done = begin + inner.length;
  }
  keep(text.slice(done));
  return pieces;
}

/** Whether texts have the same blocks, and the same codes in each. */
export function isSameMarkdown(one: readonly MarkdownPiece[], other: readonly MarkdownPiece[] | null): boolean {
  const shape = (pieces: readonly MarkdownPiece[] | null): string =>
    JSON.stringify(
      pieces?.map((piece) =>
        typeof piece === 'string' ? piece : Array.from(piece.codes.values(), (code) => JSON.stringify(code)).sort(),
      ),
    );
  return shape(one) === shape(other);
}

/** The blocks with words, in order. */
function blocksOf(text: string): Block[] {
  const start = FRONT_MATTER.exec(text)?.[0].length ?? 0;
  const blocks: (Span & { quotes: Span[] })[] = [];
  const events = postprocess(
    parse({ extensions: EXTENSIONS })
      .document()
      .write(preprocess()(text.slice(start), undefined, true)),
  );
  for (const [kind, token] of events) {
    if (kind === 'exit') continue;
    const span = { from: start + token.start.offset, to: start + token.end.offset };
    const block = blocks.at(-1);
    if (WITH_WORDS.has(token.type)) blocks.push({ ...span, quotes: [] });
    else if (token.type === 'blockQuotePrefix' && block && span.to <= block.to) {
      const last = block.quotes.at(-1);
      if (last && text.slice(last.to, span.from).trim() === '' && !text.slice(last.to, span.from).includes('\n')) {
        block.quotes[block.quotes.length - 1] = { from: last.from, to: span.to };
      } else block.quotes.push({ from: block.from + text.slice(block.from, span.from).trimEnd().length, to: span.to });
    }
  }
  return withoutFormulas(text, blocks).filter(({ from, to }) => !OPAQUE_BLOCK.test(text.slice(from, to)));
}

/** Blocks without those of formulas, which may look like lists and more. */
function withoutFormulas(text: string, blocks: readonly Block[]): readonly Block[] {
  const ends: number[] = [];
  let index = 0;
  for (const { index: at, 0: line } of text.matchAll(FORMULA_LINE)) {
    const end = at + line.length;
    while ((blocks[index]?.to ?? end) < end) index++;
    if ((blocks[index]?.from ?? end) < end) ends.push(end);
  }
  let next = 0;
  return blocks.filter(({ from, to }) => {
    while ((ends[next + 1] ?? to) < from) next += 2;
    const [begin, end] = [ends[next], ends[next + 1]];
    return begin === undefined || end === undefined || begin > to || (begin > from && end <= to);
  });
}

/** Words, with codes for what is between them and stays. */
function inline(text: string, quotes: readonly Span[]): Exclude<MarkdownPiece, string> {
  const parts: TextPart[] = [];
  const codes = new Map<string, InlineCode>();
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
  const unclosed = new Set<RegExp>();
  /** The end of what begins here and stays, if it has an end. */
  const opaqueEnd = (): number => {
    for (const [begin, end] of OPAQUE) {
      begin.lastIndex = at;
      const found = unclosed.has(end) ? null : begin.exec(text)?.[0];
      if (!found) continue;
      end.lastIndex = at + found.length;
      if (end.test(text)) return end.lastIndex;
      unclosed.add(end);
    }
    return at;
  };
  let quote = 0;
  let at = 0;
  while (at < text.length) {
    const sign = text[at] ?? '';
    while ((quotes[quote]?.to ?? text.length) <= at) quote++;
    const prefix = quotes[quote];
    if (prefix && prefix.from <= at) {
      at = stay(at, text.slice(at, prefix.to));
      continue;
    }
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
    const opaque = sign === '<' || sign === '$' ? opaqueEnd() : at;
    if (opaque > at) {
      at = stay(at, text.slice(at, opaque));
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
export function inlineMarkdown(parts: readonly TextPart[], codes: ReadonlyMap<string, InlineCode>): string {
  const open = new Map<string, InlineCode | undefined>();
  const of = (code: InlineCode | undefined, key: 'raw' | 'before' | 'after'): string => {
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
