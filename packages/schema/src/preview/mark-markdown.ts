import { ProseLines } from './prose-lines.ts';

/** The most marks in one text: a click further down finds the field by the texts above it. */
const MOST_MARKS = 1000;
/** What may stand before the text of a line: a quote, and an item or a task. */
const BEFORE_TEXT = /^(?:> ?)?(?:(?:[-*+]|\d{1,9}[.)]) (?:\[[ xX]\] )?)?/;
/** How a text begins that is no heading, table, code, item or directive. */
const TEXT = /^(?!~~~)[*_~"'“„«(]{0,4}[\p{L}\p{N}]/u;
const ITEM = /^\d{1,9}[.)](?:\s|$)/;
/** A word that is no part of an address, a name or markup. */
const WORD = /(?<![^\s*_~"'“„«(])[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?=[\s,;!?*_~"'”“»)]|[.:](?:\s|$)|$)/u;
/** From here on, a line may hold markup in which a mark would mean something. */
const MARKUP = /[[\]<`!&\\{}$]/;

/**
 * Markdown with a mark behind the first word of each line of a paragraph, an item or a quote, where it changes nothing of what is
 * rendered. Headings have none, as their ids are made of their texts, nor have tables, code, HTML, links and lines that are hard to
 * tell from those. In linear time.
 */
export function markMarkdown(text: string, mark: string): string {
  const prose = new ProseLines(text);
  let marks = 0;
  return prose.lines
    .map((line, index) => {
      const place = marks < MOST_MARKS && prose.has(index) ? placeIn(line) : null;
      if (place === null) return line;
      marks++;
      return line.slice(0, place) + mark + line.slice(place);
    })
    .join('');
}

/** Where the first word of a line's prose ends; null when none is plain. */
function placeIn(line: string): number | null {
  const from = BEFORE_TEXT.exec(line)?.[0].length ?? 0;
  const rest = line.slice(from);
  if (!TEXT.test(rest) || ITEM.test(rest) || rest.includes('|')) return null;
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
