import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listSources } from './file-listing.mjs';
import { SCRIPT } from './nearest-tests.mjs';

const PIECE =
  /(?<comment>\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*)|(?<space>\s+)|'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"|[\w$]+|=>|[\s\S]/y;
const REGEX = /\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/\w*/y;
/** Pieces of source after which a slash begins a regular expression. */
const BEFORE_REGEX = /^(?:|[([{,;=:!&|?+*%~^-]|=>|return|case|typeof|of|in|await|yield)$/;
/** The text of a template, up to an expression in it or to its end. */
const TEMPLATE = /(?:\\[\s\S]|\$(?!\{)|[^\\`$])*(?:`|\$\{|$)/y;

/** The signs before the first word of a comment, and of each paragraph in it. */
const OPENING = /^\/[/*]+[\s*]*|\n\s*\*[ \t]*\n[\s*]*/g;
/** The tag, type and name before the description of a parameter or a result. */
const TAG = /@(?:returns?|param)(?:\s+\{(?:[^{}]|\{[^{}]*\})*\})?(?:(?<=@param\b[^@]*)\s+[\w$.[\]=]+)?[\s*-]+/g;
/** The end of a sentence, before a word that can't stand for a noun of that sentence. */
const SENTENCE = /[.!?]\)?\s[\s*/]*(?=(?:What|Those|These|That|Such)\b)/g;
const PRONOUN = /^(?:its?|they|them|their|what)\b/i;
const DETERMINER = /^(?:those|these|that|such)(?: (?<next>[\w’']+)|\W|$)/i;
/** Words after a determiner that lacks its noun. */
const NO_NOUN = new Set(
  `of that which who whom whose with without in on at by for from to as than and or but not also only
  is isn't are aren't was wasn't were weren't has hasn't have haven't had do don't does doesn't did didn't
  can can't may must mustn't shall should will won't would could cannot it they there the a an no any every each all
  this these those when where while here below above after before between beside besides`.split(/\s+/),
);

/**
 * Finds comments that begin with a word such as `it` or `what` in place of a noun. Descriptions of parameters and results
 * count as comments of their own.
 *
 * @param {string} root
 * @param {string[]} folders relative to the root
 * @returns {string[]} `packages/x/src/file.ts:12: What the file`
 */
export function commentsWithoutNoun(root, folders) {
  return listSources(root, folders)
    .filter((file) => SCRIPT.test(file))
    .flatMap((file) => {
      const openings = openingsWithoutNoun(readFileSync(path.join(root, file), 'utf8'));
      return openings.map(({ line, words }) => `${file}:${line}: ${words}`);
    });
}

/**
 * @param {string} source
 * @returns {{ line: number, words: string }[]} the lines of such comments, and their first words
 */
export function openingsWithoutNoun(source) {
  return commentsOf(source)
    .flatMap(openingsOf)
    .filter(({ text }) => lacksNoun(text))
    .map(({ index, text }) => ({
      line: source.slice(0, index).split('\n').length,
      words: text.split(/\s+/, 3).join(' '),
    }));
}

function lacksNoun(text) {
  if (PRONOUN.test(text)) return true;
  const found = DETERMINER.exec(text);
  if (!found || /^such an? /i.test(text)) return false;
  // A name in quotes is a noun.
  if (found.groups.next === undefined) return !/^\w+ [`'"<]/.test(text);
  return NO_NOUN.has(found.groups.next.replace('’', "'").toLowerCase());
}

/** The text of a comment from each place on where a word may lack its noun. */
function openingsOf({ index, text }) {
  return [OPENING, TAG, SENTENCE].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => {
      const start = match.index + match[0].length;
      return { index: index + start, text: text.slice(start).replace(/\s*\*\/$/, '') };
    }),
  );
}

/** The comments of source text. Strings, templates and regular expressions may hold text that only looks like one. */
function commentsOf(source) {
  const comments = [];
  /** How many braces are open in the expression of each open template. */
  const braces = [];
  let before = '';
  let end = 0;
  const take = (pattern) => {
    pattern.lastIndex = end;
    const match = pattern.exec(source);
    if (match) end = pattern.lastIndex;
    return match;
  };
  while (end < source.length) {
    const index = end;
    if (source[index] === '/' && BEFORE_REGEX.test(before) && take(REGEX)) {
      before = '/';
      continue;
    }
    const { 0: piece, groups } = take(PIECE);
    if (groups.comment) addComment(comments, source, { index, text: piece });
    if (groups.comment || groups.space) continue;
    before = piece;
    const isTemplateGoingOn = piece === '}' && braces.at(-1) === 0;
    if (isTemplateGoingOn) braces.pop();
    else if (braces.length > 0 && piece === '{') braces.push(braces.pop() + 1);
    else if (braces.length > 0 && piece === '}') braces.push(braces.pop() - 1);
    if ((piece === '`' || isTemplateGoingOn) && take(TEMPLATE)[0].endsWith('${')) braces.push(0);
  }
  return comments;
}

/** Adds a comment; lines of `//` below one another are one. */
function addComment(comments, source, comment) {
  const last = comments.at(-1);
  const gap = last && source.slice(last.index + last.text.length, comment.index);
  const isContinued = last?.text.startsWith('//') && comment.text.startsWith('//') && /^\n[ \t]*$/.test(gap);
  if (isContinued) last.text += gap + comment.text;
  else comments.push(comment);
}
