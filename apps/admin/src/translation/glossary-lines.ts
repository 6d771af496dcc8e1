/** A term and how it's translated. */
interface Term {
  readonly term: string;
  readonly translation: string;
}

/** Terms as lines that a person can edit. */
export function toLines(terms: readonly Term[]): string {
  return terms.map(({ term, translation }) => `${term}${term.includes('=') ? '\t' : ' = '}${translation}`).join('\n');
}

/**
 * Reads lines that `toLines` wrote, and lines with two columns of a spreadsheet.
 *
 * @returns the terms, or the number of the first line that holds none
 */
export function readLines(text: string): readonly Term[] | number {
  const terms: Term[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const cut = line.includes('\t') ? line.indexOf('\t') : line.indexOf('=');
    const [term, translation] = [line.slice(0, Math.max(cut, 0)).trim(), line.slice(cut + 1).trim()];
    if (term === '' || translation === '') return index + 1;
    terms.push({ term, translation });
  }
  return terms;
}
