import { ProseLines } from './prose-lines.ts';

/** The most marks in one text: a click further down finds the field by the texts above it. */
const MOST_MARKS = 1000;
/** Markup that may stand before the text of a line: a quote, and an item or a task. */
const BEFORE_TEXT = /^(?:> ?)?(?:(?:[-*+]|\d{1,9}[.)]) (?:\[[ xX]\] )?)?/;
/** How a text begins that is no heading, table, code, item or directive. */
const TEXT = /^(?!~~~)[*_~"'“„«(]{0,4}[\p{L}\p{N}]/u;
const ITEM = /^\d{1,9}[.)](?:\s|$)/;
/** A word that is no part of an address, a name or markup. */
const WORD = /(?<![^\s*_~"'“„«(])[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?=[\s,;!?*_~"'”“»)]|[.:](?:\s|$)|$)/u;
/** From here on, a line may hold markup in which a mark would mean something. */
const MARKUP = /[[\]<`!&\\{}$]/;
/** The line under the header of a table. */
const UNDER_HEADER = /^ {0,3}\|(?: *:?-+:? *\|)+ *[\r\n]*$/;
const ROW = /^ {0,3}\|/;

/**
 * Markdown with a mark behind the first word of each line of a paragraph, an item or a quote, and of each cell of a table whose lines
 * begin and end with `|`, where it changes nothing of what is rendered. Headings have none, as their ids are made of their texts, nor
 * have code, HTML, links and lines that are hard to tell from those. In linear time.
 */
export function markMarkdown(text: string, mark: string): string {
  const prose = new ProseLines(text);
  let left = MOST_MARKS;
  let isTable = false;
  return prose.lines
    .map((line, index) => {
      isTable = ROW.test(line) && (isTable || UNDER_HEADER.test(prose.lines[index + 1] ?? ''));
      if (left === 0 || !prose.has(index)) return line;
      const places = isTable ? placesInRow(line, left) : placeIn(line);
      left -= places.length;
      return places.reduceRight((marked, place) => marked.slice(0, place) + mark + marked.slice(place), line);
    })
    .join('');
}

/** Where the first word of a line's prose ends; nowhere when none is plain. */
function placeIn(line: string): number[] {
  const from = BEFORE_TEXT.exec(line)?.[0].length ?? 0;
  const rest = line.slice(from);
  if (ITEM.test(rest) || rest.includes('|')) return [];
  return firstWord(rest, plainLength(rest)).map((place) => from + place);
}

/** Where the first words of the first cells of a row end, as far as all before them is plain. */
function placesInRow(line: string, most: number): number[] {
  const plain = plainLength(line);
  const places: number[] = [];
  for (let next = 0; next < plain && places.length < most; ) {
    const bar = line.indexOf('|', next);
    const end = bar < 0 ? line.length : bar;
    const text = line.slice(next, end).trimStart();
    const from = end - text.length;
    places.push(...firstWord(text, plain - from).map((place) => from + place));
    next = end + 1;
  }
  return places;
}

/** Where the first word of a text ends, within a length. */
function firstWord(text: string, length: number): number[] {
  const word = TEXT.test(text) && length > 0 ? WORD.exec(text.slice(0, length)) : null;
  return word ? [word.index + word[0].length] : [];
}

/** How much of a text surely is no markup and no address. */
function plainLength(text: string): number {
  const ends = [text.search(MARKUP), ...['://', 'www.', '@'].map((part) => beginOf(part, text))].filter(
    (end) => end >= 0,
  );
  return Math.min(text.length, ...ends);
}

/** Where the word begins that holds a text; -1 when none does. */
function beginOf(part: string, text: string): number {
  const at = text.indexOf(part);
  return at < 0 ? -1 : text.lastIndexOf(' ', at) + 1;
}
