import { assetIdOf } from './asset-use.ts';
import { isBlank } from './blank.ts';
import type { CheckMessages } from './check-messages.ts';
import type { CollectionDocument, FieldDocument, FieldShape, Json, ShapeOf, Values } from './document.ts';
import { absentDay, FORMATS } from './formats.ts';
import { IssueLog, type Path } from './issues.ts';
import { isObject } from './own-value.ts';
import { checkRichtext } from './richtext/index.ts';
import { shownFields } from './show-if.ts';
import { countCharacters } from './unicode.ts';

/**
 * What values are checked for: a `draft` may lack what's required and break bounds and patterns, but each of its values
 * has its field's type; what's to `publish` keeps all the rules.
 */
export type CheckMode = 'draft' | 'publish';

/** How many characters a slug may have unless its field says otherwise. */
export const MAX_SLUG = 200;

/** Longer texts are no address, date or time: reading a URL takes more than linear time. */
const MAX_FORMATTED = 8_000;

/** A slug unless the field has a pattern of its own: words of letters and digits, separated by hyphens. */
const SLUG = /^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+(?:-[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+)*$/u;

/** A slug that is a path: names of files as addresses have them, with slashes between. */
const PATH = /^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}_-]+(?:\/[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}_-]+)*$/u;

/** Whether a text matches a field's pattern, as a whole; null when that would take too long to find out. */
export type MatchPattern = (pattern: string, text: string) => boolean | null;

export interface CheckOptions {
  readonly mode: CheckMode;
  readonly messages: CheckMessages;
  readonly matches: MatchPattern;
}

/**
 * What's wrong with one locale's values of a collection: the first hundred issues, and how many more there are. `findIssues`
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
export class Checker {
  readonly log = new IssueLog();
  /** Path as JSON → the index of its issue. */
  readonly #places = new Map<string, number>();
  #strict: boolean;

  readonly #messages: CheckMessages;
  readonly #matches: MatchPattern;

  constructor({ mode, messages, matches }: CheckOptions) {
    this.#messages = messages;
    this.#matches = matches;
    this.#strict = mode === 'publish';
  }

  fields(fields: readonly FieldDocument[], values: Values, path: Path, besides: readonly string[] = []): void {
    const known = new Set([...fields.map(({ key }) => key), ...besides]);
    for (const key of Object.keys(values)) {
      if (known.has(key)) continue;
      if (this.log.isFull) this.log.count(1);
      else this.#say([...path, key], this.#messages.unknownField(key));
    }
    const shown = this.#strict ? new Set(shownFields(fields, values)) : null;
    for (const field of fields) {
      const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined;
      const place = [...path, field.key];
      if (shown && !shown.has(field)) this.#hidden(field, value ?? null, place);
      else if (shown && field.required && isBlank(field, value)) this.#say(place, this.#messages.required);
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
    switch (shape.type) {
      case 'text':
      case 'textarea':
      case 'markdown':
        this.#text(shape, value, path);
        return;
      case 'slug':
        this.#slug(shape, value, path);
        return;
      case 'number':
      case 'integer':
        this.#number(shape, value, path);
        return;
      case 'boolean':
        this.#is(typeof value === 'boolean', path, this.#messages.boolean);
        return;
      case 'email':
      case 'url':
      case 'color':
        if (this.#string(value, path) && this.#strict && value !== '') this.#format(shape.type, value, path);
        return;
      case 'date':
      case 'datetime':
        this.#time(shape, value, path);
        return;
      case 'select':
        this.#option(shape, value, path);
        return;
      case 'multiselect':
        if (!this.#items(shape, value, path)) return;
        this.#noRepeats(value, path);
        for (const [index, item] of value.entries()) this.#option(shape, item, [...path, index]);
        return;
      case 'json':
        return;
      case 'richtext':
        for (const issue of checkRichtext(value, this.#strict ? shape : { type: 'richtext' }))
          this.#say([...path, ...issue.path], issue.message);
        return;
      case 'asset':
        this.#asset(value, path);
        return;
      case 'reference':
        this.#id('ent_', value, path);
        return;
      case 'assets':
        if (!this.#items(shape, value, path)) return;
        this.#noRepeats(value.map(assetIdOf), path);
        for (const [index, item] of value.entries()) this.#asset(item, [...path, index]);
        return;
      case 'references':
        if (!this.#items(shape, value, path)) return;
        this.#noRepeats(value, path);
        for (const [index, item] of value.entries()) this.#id('ent_', item, [...path, index]);
        return;
      case 'object':
        if (this.#object(value, path)) this.fields(shape.fields, value, path);
        return;
      case 'list':
        if (!this.#items(shape, value, path)) return;
        for (const [index, item] of value.entries()) {
          // A row that was added and not filled in yet: kept in a draft, never published.
          if (item === null) this.#is(!this.#strict, [...path, index], this.#messages.emptyItem);
          else this.value(shape.of, item, [...path, index]);
        }
        return;
      case 'blocks':
        if (!this.#items(shape, value, path)) return;
        for (const [index, item] of value.entries()) this.#block(shape, item, [...path, index]);
        this.#noRepeatedKeys(value, path);
    }
  }

  /** Notes an issue. Several issues of one path become one with all messages. */
  #say(path: Path, message: string): void {
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

  #is(holds: boolean, path: Path, message: string): void {
    if (!holds) this.#say(path, message);
  }

  #string(value: Json, path: Path): value is string {
    this.#is(typeof value === 'string', path, this.#messages.text);
    return typeof value === 'string';
  }

  #object(value: Json, path: Path): value is Values {
    this.#is(isObject(value), path, this.#messages.object);
    return isObject(value);
  }

  #text(shape: ShapeOf<'text' | 'textarea' | 'markdown'>, value: Json, path: Path): void {
    if (!this.#string(value, path) || !this.#strict || value === '') return;
    const { min = 0, max = Number.POSITIVE_INFINITY } = shape;
    const length = countCharacters(value);
    this.#is(length >= min, path, this.#messages.fewCharacters(min, length));
    this.#is(length <= max, path, this.#messages.manyCharacters(max, length));
    if ('pattern' in shape && shape.pattern !== undefined) this.#pattern(shape.pattern, value, path);
  }

  #slug(shape: ShapeOf<'slug'>, value: Json, path: Path): void {
    if (!this.#string(value, path) || !this.#strict || value === '') return;
    const { max = MAX_SLUG } = shape;
    this.#is(countCharacters(value) <= max, path, this.#messages.manyCharacters(max, countCharacters(value)));
    if (shape.pattern !== undefined) this.#pattern(shape.pattern, value, path);
    else if (shape.path) this.#is(PATH.test(value), path, this.#messages.path);
    else this.#is(SLUG.test(value), path, this.#messages.slug);
  }

  #pattern(pattern: string, value: string, path: Path): void {
    const matches = this.#matches(pattern, value);
    if (matches === null) this.#say(path, this.#messages.unmatched(pattern));
    else this.#is(matches, path, this.#messages.pattern(pattern));
  }

  #number(shape: ShapeOf<'number' | 'integer'>, value: Json, path: Path): void {
    if (typeof value !== 'number') {
      this.#say(path, this.#messages.number);
      return;
    }
    if (shape.type === 'integer' && !Number.isSafeInteger(value)) {
      this.#say(path, this.#messages.integer);
      return;
    }
    if (!this.#strict) return;
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = shape;
    this.#is(value >= min, path, this.#messages.least(min));
    this.#is(value <= max, path, this.#messages.most(max));
  }

  #format(type: keyof typeof FORMATS, value: string, path: Path): boolean {
    const holds = value.length <= MAX_FORMATTED && FORMATS[type].safeParse(value).success;
    this.#is(holds, path, this.#messages[type]);
    return holds;
  }

  #time(shape: ShapeOf<'date' | 'datetime'>, value: Json, path: Path): void {
    if (!this.#string(value, path)) return;
    const absent = absentDay(value);
    if (absent !== null) this.#say(path, this.#messages.noSuchDay(absent));
    if (absent !== null || !this.#format(shape.type, value, path) || !this.#strict) return;
    const at = Date.parse(value);
    const { min, max } = shape;
    if (min !== undefined) this.#is(at >= Date.parse(min), path, this.#messages.notBefore(min));
    if (max !== undefined) this.#is(at <= Date.parse(max), path, this.#messages.notAfter(max));
  }

  #option(shape: ShapeOf<'select' | 'multiselect'>, value: Json, path: Path): void {
    if (!this.#string(value, path)) return;
    const values = shape.options.map((option) => option.value);
    this.#is(values.includes(value), path, this.#messages.oneOf(values.slice(0, 20)));
  }

  #asset(value: Json, path: Path): void {
    if (!isObject(value)) {
      this.#id('ast_', value, path);
      return;
    }
    this.fields([], value, path, ['asset', 'focal_point']);
    this.#id('ast_', value.asset ?? null, [...path, 'asset']);
    const at = [...path, 'focal_point'];
    const point = value.focal_point ?? null;
    if (!this.#object(point, at)) return;
    this.fields([], point, at, ['x', 'y']);
    for (const axis of ['x', 'y']) this.#fraction(point[axis], [...at, axis]);
  }

  #fraction(value: Json | undefined, path: Path): void {
    if (typeof value !== 'number') {
      this.#say(path, this.#messages.number);
      return;
    }
    this.#is(value >= 0, path, this.#messages.least(0));
    this.#is(value <= 1, path, this.#messages.most(1));
  }

  #id(prefix: 'ast_' | 'ent_', value: Json, path: Path): void {
    const holds = typeof value === 'string' && value.startsWith(prefix) && value.length <= 64;
    this.#is(holds, path, prefix === 'ast_' ? this.#messages.assetId() : this.#messages.entryId());
  }

  #items(shape: { readonly min?: number; readonly max?: number }, value: Json, path: Path): value is readonly Json[] {
    if (!Array.isArray(value)) {
      this.#say(path, this.#messages.list);
      return false;
    }
    if (this.#strict && value.length > 0) {
      const { min = 0, max = Number.POSITIVE_INFINITY } = shape;
      this.#is(value.length >= min, path, this.#messages.fewItems(min, value.length));
      this.#is(value.length <= max, path, this.#messages.manyItems(max, value.length));
    }
    return true;
  }

  #noRepeats(items: readonly Json[], path: Path): void {
    if (!this.#strict) return;
    const seen = new Set<Json>();
    for (const [index, item] of items.entries()) {
      if (seen.has(item)) this.#say([...path, index], this.#messages.repeated);
      seen.add(item);
    }
  }

  #block(shape: ShapeOf<'blocks'>, value: Json, path: Path): void {
    if (!this.#object(value, path)) return;
    const type = shape.types.find(({ key }) => key === value._type);
    if (!type) {
      this.#say([...path, '_type'], this.#messages.blockType(shape.types.map(({ key }) => key)));
      return;
    }
    const { _key: key } = value;
    if (key !== undefined && !(typeof key === 'string' && key.length > 0 && key.length <= 64)) {
      this.#say([...path, '_key'], this.#messages.blockKey);
    }
    this.fields(type.fields, value, path, ['_type', '_key']);
  }

  #noRepeatedKeys(blocks: readonly Json[], path: Path): void {
    const seen = new Set<Json>();
    for (const [index, block] of blocks.entries()) {
      const key = isObject(block) ? block._key : undefined;
      if (key === undefined) continue;
      if (seen.has(key)) this.#say([...path, index, '_key'], this.#messages.repeatedBlockKey);
      seen.add(key);
    }
  }
}
