/** Shorter words are never guessed. */
const LEAST_LETTERS = 4;
/** In words of at least this length, two mistakes are forgiven. */
const LONG_LETTERS = 8;
/** The most words that a misspelt one may stand for. */
const MOST_WORDS = 8;

/**
 * The beginning and the end of a word. They're far enough apart that one typing mistake (a wrong, missing, extra or swapped
 * letter) changes only one of them. Null for words that are never guessed: short ones and numbers.
 */
export function halvesOf(word: string): { readonly first: string; readonly last: string } | null {
  const letters = [...word];
  if (letters.length < LEAST_LETTERS || /\p{N}/u.test(word)) return null;
  const around = (letters.length - 1) / 2;
  const [first, last] = [Math.ceil(around), Math.max(2, Math.floor(around))];
  return { first: letters.slice(0, first).join(''), last: letters.slice(-last).join('') };
}

/** A word from its last letter to its first. */
export function reversed(word: string): string {
  return [...word].reverse().join('');
}

/**
 * The words that a misspelt one may stand for: a few, with the fewest mistakes.
 *
 * @param isPrefix whether it may be only the beginning of a word
 */
export function similarWords(misspelt: string, isPrefix: boolean, words: readonly string[]): readonly string[] {
  const halves = halvesOf(misspelt);
  if (!halves) return [];
  const letters = [...misspelt];
  const most = letters.length < LONG_LETTERS ? 1 : 2;
  const near = words
    .filter((word) => word.startsWith(halves.first) || word.endsWith(halves.last))
    .map((word) => ({ word, mistakes: mistakesIn(letters, [...word], isPrefix) }))
    .filter(({ mistakes }) => mistakes > 0 && mistakes <= most);
  const fewest = Math.min(...near.map(({ mistakes }) => mistakes));
  return near
    .filter(({ mistakes }) => mistakes === fewest)
    .map(({ word }) => word)
    .sort()
    .slice(0, MOST_WORDS);
}

/** The edit distance between two words: letters to change, add, remove or swap. With `isPrefix`, to any beginning of `to`. */
function mistakesIn(from: readonly string[], to: readonly string[], isPrefix: boolean): number {
  let [before, row] = [[] as number[], to.map((_, index) => index + 1)];
  row.unshift(0);
  for (const [index, letter] of from.entries()) {
    const next = [index + 1];
    for (const [at, other] of to.entries()) {
      const [replaced = 0, removed = 0, added = 0] = [row[at], row[at + 1], next[at]];
      let least = Math.min(replaced + (letter === other ? 0 : 1), removed + 1, added + 1);
      if (index > 0 && at > 0 && letter === to[at - 1] && from[index - 1] === other) {
        least = Math.min(least, (before[at - 1] ?? 0) + 1);
      }
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return isPrefix ? Math.min(...row) : (row.at(-1) ?? 0);
}
