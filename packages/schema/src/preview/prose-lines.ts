const FRONT_MATTER = /^\ufeff?(---|\+\+\+)[ \t]*\r?\n(?:[\s\S]*?\n)??\1[ \t]*\r?(?:\n|$)/;
/** A line that makes a heading of those above it. */
const UNDERLINE = /^[\s>]*(?:=+|-+)\s*$/;
/** Code and formulas, also in an item. */
const FENCE = /^(\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*)(?:(`{3,})[^`]*|(~{3,}).*|(\${2,})[^$]*)$/;
const FENCE_END = /^(\s*)(`{3,}|~{3,}|\${2,})\s*$/;
/** A line that begins with HTML, also in an item. */
const HTML = /^(\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*)(<.*)$/;
/** HTML that goes on across empty lines, and what ends it. */
const LONG_HTML: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^<!--/, /-->/],
  [/^<(?:script|pre|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![a-z]/i, />/],
];
/** Statements of MDX. */
const STATEMENT = /^(?:import|export)\b/;
/** Signs of constructs that may go on in the next line: code, HTML, formulas, expressions, and definitions of links. */
const GOES_ON = /[`<${]|~~~|\]:/;

/** Code or a formula that is open. */
interface Fence {
  readonly begin: string;
  /** Whether it's surely in no item, which would end it. */
  readonly isOuter: boolean;
}

/**
 * Tells which lines of a Markdown text are surely prose: no code, HTML, heading, front matter or statement, whatever is above them.
 * Where a line and its block don't tell, nothing of the rest is prose.
 */
export class ProseLines {
  /** The lines of the text, each with its end. */
  readonly lines: readonly string[];
  readonly #prose = new Set<number>();
  #fence: Fence | null = null;
  /** The end of the HTML that a line is in. */
  #htmlEnd: RegExp | null = null;
  /** How many braces are open. */
  #braces = 0;
  #isLost: boolean;

  constructor(text: string) {
    this.lines = text.match(/[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g) ?? [];
    const front = FRONT_MATTER.exec(text)?.[0] ?? '';
    // To some websites it's text like any other.
    this.#isLost = /[`~<$]/.test(front);
    let from = front.split('\n').length - 1;
    for (let index = from; index <= this.lines.length; index++) {
      if (/[^ \t]/.test(this.#at(index))) continue;
      this.#takeBlock(from, index);
      from = index + 1;
    }
  }

  /** Whether a line is prose. */
  has(index: number): boolean {
    return this.#prose.has(index);
  }

  /** A line without its end. */
  #at(index: number): string {
    return (this.lines[index] ?? '').replace(/[\r\n]+$/, '');
  }

  /** Takes the lines between two empty ones. */
  #takeBlock(from: number, to: number): void {
    const found: number[] = [];
    let isOpen = false;
    let hasHtml = false;
    for (let index = from; index < to && !this.#isLost; index++) {
      const line = this.#at(index);
      if (this.#isWithin(line) || this.#begins(line, hasHtml)) continue;
      hasHtml ||= HTML.test(line);
      isOpen ||= STATEMENT.test(line);
      if (!isOpen && this.#braces === 0) found.push(index);
      isOpen ||= GOES_ON.test(line) || hasTitle(line) || balance('[]', line) !== 0 || balance('()', line) !== 0;
      this.#braces = Math.max(0, this.#braces + balance('{}', line.replace(/`[^`]*`/g, '')));
    }
    const isHeading = this.lines.slice(from, to).some((line) => UNDERLINE.test(line));
    if (!isHeading && !this.#isLost) for (const index of found) this.#prose.add(index);
  }

  /** Whether a line belongs to the code or HTML that is open, which it may end. */
  #isWithin(line: string): boolean {
    if (this.#htmlEnd) {
      if (this.#htmlEnd.test(line)) this.#htmlEnd = null;
      return true;
    }
    if (!this.#fence) return false;
    const { begin, isOuter } = this.#fence;
    const [, indent = '', end = ''] = FENCE_END.exec(line) ?? [];
    // Where an item ended, its code did too. And what is code within a formula depends on the website.
    if (isOuter ? begin.startsWith('$') && /^\s*[`~<]/.test(line) : /^\S/.test(line)) this.#isLost = true;
    else if (end.startsWith(begin) && !(isOuter && /\t| {4}/.test(indent))) this.#fence = null;
    return true;
  }

  /** Whether a line begins code or HTML that goes on. */
  #begins(line: string, hasHtml: boolean): boolean {
    const [, before = '', ...fences] = FENCE.exec(line) ?? [];
    const begin = fences.find((fence) => fence !== undefined);
    if (begin !== undefined) {
      this.#fence = { begin, isOuter: before === '' };
      // In HTML it's no code.
      this.#isLost ||= hasHtml;
      return true;
    }
    const [, outside = '', html = ''] = HTML.exec(line) ?? [];
    const [, end] = LONG_HTML.find(([one]) => one.test(html)) ?? [];
    if (!end || end.test(html.slice(4))) return false;
    this.#htmlEnd = end;
    // HTML may end with the item or the HTML that it's in.
    this.#isLost ||= outside !== '' || hasHtml || /^<!--?-?>/.test(html);
    return true;
  }
}

/** Whether the title of a link may begin. */
function hasTitle(line: string): boolean {
  const at = line.indexOf('](');
  return at >= 0 && /["']/.test(line.slice(at));
}

/** How many more opening than closing signs a text has. */
function balance(signs: string, text: string): number {
  const [open = '', close = ''] = signs;
  return text.split(open).length - text.split(close).length;
}
