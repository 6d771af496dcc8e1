import { isBlank } from './blank.ts';
import type { CheckMessages } from './check-messages.ts';
import type { CollectionDocument, FieldDocument, Json, Values } from './document.ts';
import type { Bounds, Checking } from './field-types/field-kind.ts';
import { type FieldShape, fieldKind } from './field-types/kinds.ts';
import { absentDay, FORMATS } from './formats.ts';
import { IssueLog, type Path } from './issues.ts';
import { isObject } from './own-value.ts';
import { shownFields } from './show-if.ts';
import { countCharacters } from './unicode.ts';

/**
 * The strictness of a check: a `draft` may lack required values and break bounds and patterns, but each of its values
 * has its field's type; values to `publish` keep all the rules.
 */
export type CheckMode = 'draft' | 'publish';

/** Longer texts are no address, date or time: reading a URL takes more than linear time. */
const MAX_FORMATTED = 8_000;

/** Whether a text matches a field's pattern, as a whole; null when that would take too long to find out. */
export type MatchPattern = (pattern: string, text: string) => boolean | null;

export interface CheckOptions {
  readonly mode: CheckMode;
  readonly messages: CheckMessages;
  readonly matches: MatchPattern;
}

/**
 * Issues of one locale's values of a collection: the first hundred, and how many more there are. `findIssues`
 * brings patterns along; this is for programs that load them only for a schema that has some.
 */
export function findIssuesWith(
  options: CheckOptions,
  collection: CollectionDocument,
  values: Values,
): Pick<IssueLog, 'issues' | 'more'> {
  const checker = new Checker(options);
  checker.fields(collection.fields, values, []);
  return checker.log;
}

/** Finds what's wrong with values; `log` holds it. */
export class Checker implements Checking {
  readonly log = new IssueLog();
  /** Path as JSON → the index of its issue. */
  readonly #places = new Map<string, number>();
  #strict: boolean;

  readonly messages: CheckMessages;
  readonly #matches: MatchPattern;

  constructor({ mode, messages, matches }: CheckOptions) {
    this.messages = messages;
    this.#matches = matches;
    this.#strict = mode === 'publish';
  }

  get isStrict(): boolean {
    return this.#strict;
  }

  fields(fields: readonly FieldDocument[], values: Values, path: Path, besides: readonly string[] = []): void {
    const known = new Set([...fields.map(({ key }) => key), ...besides]);
    for (const key of Object.keys(values)) {
      if (known.has(key)) continue;
      if (this.log.isFull) this.log.count(1);
      else this.say([...path, key], this.messages.unknownField(key));
    }
    const shown = this.#strict ? new Set(shownFields(fields, values)) : null;
    for (const field of fields) {
      const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined;
      const place = [...path, field.key];
      if (shown && !shown.has(field)) this.#hidden(field, value ?? null, place);
      else if (shown && field.required && isBlank(field, value)) this.say(place, this.messages.required);
      else if (value !== undefined && value !== null) this.value(field, value, place);
    }
  }

  /** A hidden value isn't published: as in a draft, only its type is checked. */
  #hidden(field: FieldDocument, value: Json, path: Path): void {
    if (value === null) return;
    this.#strict = false;
    this.value(field, value, path);
    this.#strict = true;
  }

  value(shape: FieldShape, value: Json, path: Path): void {
    fieldKind(shape.type).check(shape, value, path, this);
  }

  /** Notes an issue. Several issues of one path become one with all messages. */
  say(path: Path, message: string): void {
    if (this.log.isFull) {
      this.log.count(1);
      return;
    }
    const place = JSON.stringify(path);
    const index = this.#places.get(place);
    const known = index === undefined ? undefined : this.log.issues[index];
    if (index !== undefined && known) {
      if (!known.message.includes(message)) this.log.issues[index] = { path, message: `${known.message} ${message}` };
    } else {
      this.#places.set(place, this.log.issues.length);
      this.log.add(path, message);
    }
  }

  is(holds: boolean, path: Path, message: string): void {
    if (!holds) this.say(path, message);
  }

  isText(value: Json, path: Path): value is string {
    this.is(typeof value === 'string', path, this.messages.text);
    return typeof value === 'string';
  }

  isObject(value: Json, path: Path): value is Values {
    this.is(isObject(value), path, this.messages.object);
    return isObject(value);
  }

  characters({ min = 0, max = Number.POSITIVE_INFINITY }: Bounds, value: string, path: Path): void {
    const length = countCharacters(value);
    this.is(length >= min, path, this.messages.fewCharacters(min, length));
    this.is(length <= max, path, this.messages.manyCharacters(max, length));
  }

  pattern(pattern: string, value: string, path: Path): void {
    const matches = this.#matches(pattern, value);
    if (matches === null) this.say(path, this.messages.unmatched(pattern));
    else this.is(matches, path, this.messages.pattern(pattern));
  }

  hasDay(value: string, path: Path): boolean {
    const absent = absentDay(value);
    if (absent !== null) this.say(path, this.messages.noSuchDay(absent));
    return absent === null;
  }

  format(format: keyof typeof FORMATS, value: string, path: Path): boolean {
    const holds = value.length <= MAX_FORMATTED && FORMATS[format].safeParse(value).success;
    this.is(holds, path, this.messages[format]);
    return holds;
  }

  isList(bounds: Bounds, value: Json, path: Path): value is readonly Json[] {
    if (!Array.isArray(value)) {
      this.say(path, this.messages.list);
      return false;
    }
    if (this.#strict && value.length > 0) {
      const { min = 0, max = Number.POSITIVE_INFINITY } = bounds;
      this.is(value.length >= min, path, this.messages.fewItems(min, value.length));
      this.is(value.length <= max, path, this.messages.manyItems(max, value.length));
    }
    return true;
  }

  noRepeats(items: readonly Json[], path: Path): void {
    if (!this.#strict) return;
    const seen = new Set<Json>();
    for (const [index, item] of items.entries()) {
      if (seen.has(item)) this.say([...path, index], this.messages.repeated);
      seen.add(item);
    }
  }
}
