/** The most marks in one text: a click further down finds the field by the texts above it. */
const MOST_MARKS = 1000;
/** What stands before the text of a line: quotes, items, tasks, headings, cells. */
const BEFORE_TEXT =
  /^(?: {0,3}(?:>|[-*+](?=\s|$)|\d{1,9}[.)](?=\s|$)|#{1,6}(?=\s|$)|\|)\s*(?:\[[ xX]\]\s+)?|\s*(?=(?:[-*+]|\d{1,9}[.)])(?:\s|$)))*/;
/** A word that is no part of an address, a name or markup. */
const WORD = /(?<![^\s*_~"'“„«(])[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?=[\s,;!?*_~"'”“»)]|[.:](?:\s|$)|$)/u;
/** From here on, a line may hold markup in which a mark would mean something. */
const MARKUP = /[[\]<`!&\\{}$]/;
const FENCE = /^\s*(?:>\s*)*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})/;
const FENCE_END = /^[\s>]*(`{3,}|~{3,})\s*$/;
/** HTML that goes on across empty lines. */
const RAW_HTML = /^\s*<(!--|script|pre|style|textarea)\b/i;
/** Lines that are code by their indentation, unless an item begins there; and directives. */
const NO_PROSE = /^(?: {0,3}:::| {0,3}\t| {4,}(?![-*+]\s|\d{1,9}[.)]\s)|\s*<)/;

/**
 * Markdown with a mark behind the first word of each line of prose, where it changes nothing of what is rendered: never in code,
 * HTML, links, addresses or directives. In linear time.
 */
export function markMarkdown(text: string, mark: string): string {
  const prose = new ProseLines();
  let marks = 0;
  return text
    .split('\n')
    .map((line) => {
      const place = prose.take(line) && marks < MOST_MARKS ? placeIn(line) : null;
      if (place === null) return line;
      marks++;
      return line.slice(0, place) + mark + line.slice(place);
    })
    .join('\n');
}

/** Where the first word of a line's prose ends; null when none is plain. */
function placeIn(line: string): number | null {
  const from = BEFORE_TEXT.exec(line)?.[0].length ?? 0;
  const rest = line.slice(from);
  const ends = [rest.search(MARKUP), ...['://', 'www.', '@'].map((part) => beginOf(part, rest))].filter(
    (end) => end >= 0,
  );
  const word = WORD.exec(rest.slice(0, Math.min(rest.length, ...ends)));
  return word && from + word.index + word[0].length;
}

/** Where the word begins that holds a text; -1 when none does. */
function beginOf(part: string, text: string): number {
  const at = text.indexOf(part);
  return at < 0 ? -1 : text.lastIndexOf(' ', at) + 1;
}

/** Tells lines of prose from code and HTML, one after another. */
class ProseLines {
  /** What began the code that a line is in. */
  #fence: string | null = null;
  /** What ends the HTML that a line is in. */
  #htmlEnd: string | null = null;
  /** Whether a tag or a link may go on until the next empty line. */
  #isOpen = false;

  /** Whether the next line is prose. */
  take(line: string): boolean {
    if (this.#fence !== null) {
      if (FENCE_END.exec(line)?.[1]?.startsWith(this.#fence)) this.#fence = null;
      return false;
    }
    if (this.#htmlEnd !== null) {
      if (line.toLowerCase().includes(this.#htmlEnd)) this.#htmlEnd = null;
      return false;
    }
    if (line.trim() === '') {
      this.#isOpen = false;
      return false;
    }
    this.#fence = FENCE.exec(line)?.[1] ?? null;
    this.#htmlEnd = htmlEndOf(line);
    const isProse = this.#fence === null && this.#htmlEnd === null && !this.#isOpen && !NO_PROSE.test(line);
    this.#isOpen ||= /^\s*</.test(line) || isLast('<', '>', line) || isLast('[', ']', line) || isLast('](', ')', line);
    return isProse;
  }
}

/** What ends the HTML that begins on a line; null when none does that goes on. */
function htmlEndOf(line: string): string | null {
  const name = RAW_HTML.exec(line)?.[1]?.toLowerCase();
  if (name === undefined) return null;
  const end = name === '!--' ? '-->' : `</${name}>`;
  return line.toLowerCase().includes(end) ? null : end;
}

function isLast(opening: string, closing: string, line: string): boolean {
  return line.lastIndexOf(opening) > line.lastIndexOf(closing);
}
