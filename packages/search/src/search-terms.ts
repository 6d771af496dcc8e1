import { beginning, folded } from '@stele/schema';
import { type FieldMark, isWhole } from './field-marks.ts';
import { SearchVector, type Weight } from './search-vector.ts';
import { halvesOf, reversed } from './similar-words.ts';

/** Scripts without spaces between words. They're indexed by pairs of characters. */
const UNSPACED =
  /(?:(?=\p{L})[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]|(?=[\p{L}\p{M}])[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}])+/gu;
/** All characters of these scripts are in this range. */
const MAYBE_UNSPACED = /[\u0e00-\uffff]/;
const ASCII = /^[\0-\x7f]*$/;
const MAX_TERM_LENGTH = 64;

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
  /** Of values in fields. */
  readonly marks?: readonly FieldMark[];
}

/**
 * The search terms of a draft, as a parameter of the type `tsvector`. Each lexeme begins with a key of the project, so that a
 * search only reads its project's part of the index.
 */
export function searchVector(
  { projectId, locale }: SearchedDraft,
  { title, others, marks = [] }: SearchedTexts,
): Buffer {
  const key = projectKey(projectId);
  const vector = new SearchVector(`${key}/`);
  vector.addMark(`${key}@${locale}`);
  for (const [field, mark] of marks) vector.addMark(`${key}#${field}${mark}`);
  const letters = new Set<string>();
  const add = (text: string, weight: Weight): void =>
    eachTerm(text, (term, unspaced) => {
      if (!vector.addWord(term, weight) || unspaced) return;
      // Words of titles are also indexed by their ends, for words with typing mistakes.
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
 * A search for drafts of a project, or in one of its locales, as the text of a `tsquery`: all words, the last one as a prefix.
 * Null when the search has no word.
 *
 * @param similar words of titles that a term may stand for
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
 * A search for drafts whose title has all words of a search, the last one as a prefix. As the text of a `tsquery`; null when it has
 * none that is longer than a letter, since almost all titles have one with a letter.
 */
export function titleQuery(projectId: string, text: string): string | null {
  const key = projectKey(projectId);
  let isWord = false;
  const query = queryOf(projectId, text, null, (term) => {
    isWord ||= term.unspaced || term.text !== firstLetter(term.text);
    return [`${quoted(`${key}/${term.text}`)}:${term.isLast ? '*A' : 'A'}`];
  });
  return isWord ? query : null;
}

/**
 * A search for drafts with words similar to those of a search: each word itself, or words of titles with the same beginning or
 * end. As the text of a `tsquery`; null when every word is too short to be guessed.
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

/** The prefix of the lexemes of words, in drafts of a project. */
export function wordPrefix(projectId: string): string {
  return `${projectKey(projectId)}/`;
}

/** A word of a search. */
export interface SearchTerm {
  readonly text: string;
  /** Whether its script has no spaces between words. */
  readonly unspaced: boolean;
  /** Whether it's the last one, which may be incomplete. */
  readonly isLast: boolean;
}

/** @param alternatives queries for a term, of which a draft must match one */
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
  // As a prefix, a single letter would match too many lexemes. So the first letter of each word is a lexeme of its own.
  const isLetter = !unspaced && text === firstLetter(text);
  return isLetter ? quoted(`${key}^${text}`) : `${quoted(`${key}/${text}`)}:*`;
}

/** A query for all drafts of a project in a locale, as the text of a `tsquery`. */
export function localeQuery(projectId: string, locale: string): string {
  return quoted(`${projectKey(projectId)}@${locale}`);
}

/** A query for drafts of a project whose field has a mark with one of some beginnings, as the text of a `tsquery`. */
export function marksQuery(projectId: string, field: string, beginnings: readonly string[]): string {
  // One that no draft has finds nothing.
  const wanted = beginnings.length > 0 ? beginnings : ['!'];
  return wanted
    .map((one) => `${quoted(`${projectKey(projectId)}#${field}${one}`)}${isWhole(one) ? '' : ':*'}`)
    .join(' | ');
}

/**
 * Visits the search terms of a text in order: words in lower case without accents. In scripts without spaces, a term is a pair
 * of characters, or a character that stands alone.
 */
function eachTerm(text: string, visit: (term: string, unspaced: boolean) => void): void {
  if (ASCII.test(text)) {
    for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? []) visit(word.slice(0, MAX_TERM_LENGTH), false);
    return;
  }
  const plain = folded(text);
  let end = 0;
  const visitWords = (part: string): void => {
    for (const word of part.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []) {
      visit(word.length > MAX_TERM_LENGTH ? beginning(word, MAX_TERM_LENGTH) : word, false);
    }
  };
  for (const { 0: run, index } of MAYBE_UNSPACED.test(plain) ? plain.matchAll(UNSPACED) : []) {
    visitWords(plain.slice(end, index));
    end = index + run.length;
    const characters = [...run];
    if (characters.length === 1) visit(run, true);
    for (let n = 0; n + 1 < characters.length; n++) visit(`${characters[n]}${characters[n + 1]}`, true);
  }
  visitWords(plain.slice(end));
}

function firstLetter(term: string): string {
  return String.fromCodePoint(term.codePointAt(0) ?? 0);
}

/** The random end of a project's id, which is distinct enough for the index. Rows are still compared by the whole id. */
function projectKey(projectId: string): string {
  return projectId.slice(-6);
}

/** A lexeme in the text form of a `tsquery`. */
function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}
