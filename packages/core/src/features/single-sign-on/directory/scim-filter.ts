import { isStorable } from '../../../api/rest/storable-json.ts';
import { malformed } from './scim-error.ts';

/** The most characters of a filter or a path. */
const MOST_CHARACTERS = 1000;

/** One comparison of a filter. */
export interface Comparison {
  /** In lower case, without the name of its schema: `username`, `members.value`. */
  readonly attribute: string;
  readonly value: string | boolean;
}

/** Where a change goes to: `name.givenName`, `emails[type eq "work"].value`. Names are in lower case. */
export interface ScimPath {
  readonly attribute: string;
  readonly filter: readonly Comparison[] | null;
  readonly sub: string | null;
}

const SCHEMA = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group)(?::|$)/i;
const NAME = /^\$?[a-z][\w-]*$/i;
/** A comparison, and what follows it. Each piece ends where the next begins, so it takes linear time. */
const COMPARISON = /\s*([^\s"[\]()]+(?:\[[^[\]]*\](?:\.\w+)?)?)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*(and\s+|$)/iy;

/**
 * Reads a filter: comparisons with `eq`, joined by `and`. Directories send no others.
 *
 * @throws ScimError `invalidFilter`
 */
export function parseFilter(text: string): Comparison[] {
  if (text.length > MOST_CHARACTERS || !isStorable(text)) throw wrongFilter();
  const found: Comparison[] = [];
  for (let at = 0; at < text.length; ) {
    COMPARISON.lastIndex = at;
    const match = COMPARISON.exec(text);
    const [whole = '', attribute = '', literal = '', more = ''] = match ?? [];
    if (!match) throw wrongFilter();
    at += whole.length;
    if (more !== '' && at === text.length) throw wrongFilter();
    // Which of someone's addresses it is makes no difference.
    const plain = attribute.replace(SCHEMA, '').replace(/\[[^[\]]*\]/, '');
    found.push({ attribute: plain.toLowerCase(), value: readLiteral(literal) });
  }
  if (found.length === 0) throw wrongFilter();
  return found;
}

/** Reads a path of a change. @throws ScimError `invalidPath` */
export function parsePath(text: string): ScimPath {
  if (text.length > MOST_CHARACTERS || !isStorable(text)) throw wrongPath(text);
  const plain = text.trim().replace(SCHEMA, '');
  // All attributes of the schema, or those of another one.
  if (plain === '' || /^urn:/i.test(plain)) return { attribute: plain.toLowerCase(), filter: null, sub: null };
  const open = plain.indexOf('[');
  const close = plain.lastIndexOf(']');
  if (open < 0) {
    const [attribute = '', sub = null, ...rest] = plain.split('.');
    if (!NAME.test(attribute) || (sub !== null && !NAME.test(sub)) || rest.length > 0) throw wrongPath(text);
    return { attribute: attribute.toLowerCase(), filter: null, sub: sub?.toLowerCase() ?? null };
  }
  const [attribute, after] = [plain.slice(0, open), plain.slice(close + 1)];
  if (close < open || !NAME.test(attribute) || (after !== '' && !NAME.test(after.slice(1)))) throw wrongPath(text);
  if (after !== '' && !after.startsWith('.')) throw wrongPath(text);
  const filter = parseFilter(plain.slice(open + 1, close));
  return { attribute: attribute.toLowerCase(), filter, sub: after === '' ? null : after.slice(1).toLowerCase() };
}

function readLiteral(literal: string): string | boolean {
  if (!literal.startsWith('"')) return literal.toLowerCase() === 'true';
  try {
    const value: unknown = JSON.parse(literal);
    if (typeof value === 'string' && isStorable(value)) return value;
  } catch {
    // Answered below.
  }
  throw wrongFilter();
}

const wrongFilter = () =>
  malformed('invalidFilter', 'A filter compares attributes with `eq`, joined by `and`: userName eq "ada@example.org".');
const wrongPath = (path: string) =>
  malformed('invalidPath', `There can be no path ${JSON.stringify(path.slice(0, 100))}.`);
