import { beginning, normalized } from '@stele/schema';
import { SearchVector, type Weight } from './search-vector.ts';
import { halvesOf, reversed } from './similar-words.ts';

/** Scripts that are written without spaces: indexed by pairs of characters. */
const UNSPACED = /(?:(?=\p{L})[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}])+/gu;
/** Their characters are all at or above this one. */
const MAYBE_UNSPACED = /[\u1100-\uffff]/;
const ASCII = /^[\0-\x7f]*$/;
const MAX_TERM_LENGTH = 64;
/**
 * Accents of Latin, Greek and Cyrillic letters and of symbols, Hebrew and Arabic points, and variation selectors: people
 * leave them out when they search. Marks of other scripts make another letter.
 */
const ACCENTS = new RegExp(
  [
    '[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff]',
    '[\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7]',
    '[\\u064b-\\u065f\\u0670]',
    '[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
  ].join('|'),
  'gu',
);
/** Letters that Unicode doesn't decompose, with their usual plain spelling. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  'ß:ss æ:ae œ:oe þ:th ł:l ø:o đ:d ð:d ħ:h ı:i ς:σ'.split(' ').map((pair) => pair.split(':')),
);
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/** The draft that a search vector is made for. */
export interface SearchedDraft {
  readonly projectId: string;
  readonly locale: string;
}

/** The texts of a draft. */
interface SearchedTexts {
  /** Hits in the title rank higher. */
  readonly title: readonly string[];
  readonly others: readonly string[];
}

/**
 * The search terms of a draft, as a parameter of the type `tsvector`. Each lexeme begins with a key of the project, so
 * that a search reads only its own project's part of the index.
 */
export function searchVector({ projectId, locale }: SearchedDraft, { title, others }: SearchedTexts): Buffer {
  const key = projectKey(projectId);
  const vector = new SearchVector(`${key}/`);
  vector.addMark(`${key}@${locale}`);
  const letters = new Set<string>();
  const add = (text: string, weight: Weight): void =>
    eachTerm(text, (term, unspaced) => {
      if (!vector.addWord(term, weight) || unspaced) return;
      // Words of titles are found by their ends too.
      if (weight === 'A' && halvesOf(term)) vector.addMark(`${key}<${reversed(term)}`);
      const letter = firstLetter(term);
      if (letters.has(letter)) return;
      letters.add(letter);
      vector.addMark(`${key}^${letter}`);
    });
  for (const text of title) add(text, 'A');
  for (const text of others) if (!vector.isFull) add(text, 'D');
  return vector.toBuffer();
}

/**
 * A search of a project's drafts, or of those in one locale, as text of a `tsquery`: all words, the last one as a
 * prefix. Null when the text has no word.
 *
 * @param similar words of titles that may be meant by a term
 */
export function searchQuery(
  projectId: string,
  text: string,
  locale: string | null,
  similar: (term: SearchTerm) => readonly string[] = () => [],
): string | null {
  const key = projectKey(projectId);
  return queryOf(projectId, text, locale, (term) => [
    termQuery(key, term),
    ...similar(term).map((word) => quoted(`${key}/${word}`)),
  ]);
}

/**
 * A search for drafts with words that may be meant by those of a text: for each one itself, or words of titles that begin
 * or end as it does. As text of a `tsquery`, null when no word is long enough to be guessed.
 */
export function similarQuery(projectId: string, text: string, locale: string | null): string | null {
  const key = projectKey(projectId);
  let isGuessed = false;
  const query = queryOf(projectId, text, locale, (term) => {
    const halves = halvesOf(term.text);
    isGuessed ||= halves !== null;
    return [
      termQuery(key, term),
      ...(halves ? [`${quoted(`${key}/${halves.first}`)}:*A`, `${quoted(`${key}<${reversed(halves.last)}`)}:*`] : []),
    ];
  });
  return isGuessed ? query : null;
}

/** What precedes a word in its lexeme, in drafts of a project. */
export function wordPrefix(projectId: string): string {
  return `${projectKey(projectId)}/`;
}

/** A word of a search. */
export interface SearchTerm {
  readonly text: string;
  /** Whether it's of a script without spaces. */
  readonly unspaced: boolean;
  /** Whether it may be incomplete. */
  readonly isLast: boolean;
}

/** @param alternatives queries for a term; a draft has to match one of them */
function queryOf(
  projectId: string,
  text: string,
  locale: string | null,
  alternatives: (term: SearchTerm) => readonly string[],
): string | null {
  const terms: Omit<SearchTerm, 'isLast'>[] = [];
  eachTerm(text, (term, unspaced) => terms.push({ text: term, unspaced }));
  if (terms.length === 0) return null;
  const parts = terms.map((term, index) => {
    const [first = '', ...others] = alternatives({ ...term, isLast: index === terms.length - 1 });
    return others.length > 0 ? `(${[first, ...others].join(' | ')})` : first;
  });
  return [...(locale === null ? [] : [localeQuery(projectId, locale)]), ...parts].join(' & ');
}

function termQuery(key: string, { text, unspaced, isLast }: SearchTerm): string {
  if (!isLast) return quoted(`${key}/${text}`);
  // A single letter as a prefix would match a large part of all lexemes, so first letters are lexemes of their own.
  const isLetter = !unspaced && text === firstLetter(text);
  return isLetter ? quoted(`${key}^${text}`) : `${quoted(`${key}/${text}`)}:*`;
}

/** A query for all of a project's drafts in a locale, as text of a `tsquery`. */
export function localeQuery(projectId: string, locale: string): string {
  return quoted(`${projectKey(projectId)}@${locale}`);
}

/**
 * Visits the search terms of a text in order: words in lower case without accents, and in scripts without spaces pairs of
 * characters, or a single character that stands alone.
 */
function eachTerm(text: string, visit: (term: string, unspaced: boolean) => void): void {
  if (ASCII.test(text)) {
    for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? []) visit(word.slice(0, MAX_TERM_LENGTH), false);
    return;
  }
  const folded = fold(text);
  let end = 0;
  const visitWords = (part: string): void => {
    for (const word of part.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []) {
      visit(word.length > MAX_TERM_LENGTH ? beginning(word, MAX_TERM_LENGTH) : word, false);
    }
  };
  for (const { 0: run, index } of MAYBE_UNSPACED.test(folded) ? folded.matchAll(UNSPACED) : []) {
    visitWords(folded.slice(end, index));
    end = index + run.length;
    const characters = [...run];
    if (characters.length === 1) visit(run, true);
    for (let n = 0; n + 1 < characters.length; n++) visit(`${characters[n]}${characters[n + 1]}`, true);
  }
  visitWords(folded.slice(end));
}

/** Lower case, without accents. */
function fold(text: string): string {
  const bare = normalized(text, 'NFKD').replace(ACCENTS, '');
  return normalized(bare, 'NFC')
    .toLowerCase()
    .replace(SPECIAL_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

function firstLetter(term: string): string {
  return String.fromCodePoint(term.codePointAt(0) ?? 0);
}

/** The random end of a project's id: distinct enough for the index. Rows are compared by the whole id. */
function projectKey(projectId: string): string {
  return projectId.slice(-6);
}

/** A lexeme in the text form of a `tsquery`. */
function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}
