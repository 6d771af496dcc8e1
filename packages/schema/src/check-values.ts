import { RE2JS } from 're2js';
import { z } from 'zod';
import { isBlank } from './blank.ts';
import type { CollectionDocument, FieldDocument, FieldShape, FieldType, Json, ShapeOf, Values } from './document.ts';
import { type Issue, IssueLog, type Path } from './issues.ts';
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

/** An address, a date or a time that is longer is none: URLs are read in more than linear time. */
const MAX_FORMATTED = 8_000;

/** A slug unless the field has a pattern of its own: words of letters and digits, parted by hyphens. */
const SLUG = /^[\p{Ll}\p{Lo}\p{M}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{M}\p{N}]+)*$/u;

const format: Partial<Record<FieldType, { readonly schema: z.ZodType; readonly message: string }>> = {
  email: { schema: z.email(), message: 'This is no email address.' },
  url: {
    // The parser of URLs overlooks spaces around an address, ends of lines inside it, and missing slashes.
    schema: z
      .string()
      .regex(/^https?:\/\/[^\s\p{Cc}]+$/iu)
      .pipe(z.url({ protocol: /^https?$/ })),
    message: 'This is no web address. It begins with https://.',
  },
  color: {
    schema: z.string().regex(/^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i),
    message: 'A colour is written as #rrggbb or #rrggbbaa.',
  },
  date: { schema: z.iso.date(), message: 'A date is written as 2026-11-21.' },
  datetime: {
    schema: z.iso.datetime({ offset: true }),
    message: 'A time is written as 2026-11-21T09:30:00Z, with its offset from UTC.',
  },
};

const patterns = new Map<string, RE2JS>();

/** What's wrong with one locale's values of a collection: the first hundred issues. */
export function checkValues(collection: CollectionDocument, values: Values, mode: CheckMode): readonly Issue[] {
  return findIssues(collection, values, mode).issues;
}

/** What's wrong with one locale's values of a collection: the first hundred issues, and how many more there are. */
export function findIssues(
  collection: CollectionDocument,
  values: Values,
  mode: CheckMode,
): Pick<IssueLog, 'issues' | 'more'> {
  const checker = new Checker(mode);
  checker.fields(collection.fields, values, []);
  return checker.log;
}

/** What's wrong with one value: the first hundred issues. */
export function checkValue(shape: FieldShape, value: Json, mode: CheckMode): readonly Issue[] {
  const checker = new Checker(mode);
  checker.value(shape, value, []);
  return checker.log.issues;
}

/** A zod schema of one locale's values of a collection. */
export function valuesSchema(collection: CollectionDocument, mode: CheckMode): z.ZodType<Values> {
  return z.record(z.string(), z.json()).superRefine((values, ctx) => {
    for (const { path, message } of checkValues(collection, values as Values, mode)) {
      ctx.addIssue({ code: 'custom', path: [...path], message });
    }
  }) as z.ZodType<Values>;
}

class Checker {
  readonly log = new IssueLog();
  /** Path as JSON → where its issue stands in the list. */
  readonly #places = new Map<string, number>();
  #strict: boolean;

  constructor(mode: CheckMode) {
    this.#strict = mode === 'publish';
  }

  fields(fields: readonly FieldDocument[], values: Values, path: Path, besides: readonly string[] = []): void {
    const known = new Set([...fields.map(({ key }) => key), ...besides]);
    for (const key of Object.keys(values)) {
      if (known.has(key)) continue;
      if (this.log.isFull) this.log.count(1);
      else this.#say([...path, key], `There is no field "${key}" here.`);
    }
    const shown = this.#strict ? new Set(shownFields(fields, values)) : null;
    for (const field of fields) {
      const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined;
      const place = [...path, field.key];
      if (shown && !shown.has(field)) this.#hidden(field, value ?? null, place);
      else if (shown && field.required && isBlank(field, value)) this.#say(place, 'This field is required.');
      else if (value !== undefined && value !== null) this.value(field, value, place);
    }
  }

  /** What nobody sees is not published: it keeps to its type, as in a draft, and to nothing more. */
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
        this.#is(typeof value === 'boolean', path, 'This must be true or false.');
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
        this.#id('ast_', 'an asset', value, path);
        return;
      case 'reference':
        this.#id('ent_', 'an entry', value, path);
        return;
      case 'assets':
      case 'references': {
        if (!this.#items(shape, value, path)) return;
        const [prefix, what] = shape.type === 'assets' ? ['ast_', 'an asset'] : ['ent_', 'an entry'];
        this.#noRepeats(value, path);
        for (const [index, item] of value.entries()) this.#id(prefix, what, item, [...path, index]);
        return;
      }
      case 'object':
        if (this.#object(value, path)) this.fields(shape.fields, value, path);
        return;
      case 'list':
        if (!this.#items(shape, value, path)) return;
        for (const [index, item] of value.entries()) this.value(shape.of, item, [...path, index]);
        return;
      case 'blocks':
        if (!this.#items(shape, value, path)) return;
        for (const [index, item] of value.entries()) this.#block(shape, item, [...path, index]);
        this.#noRepeatedKeys(value, path);
    }
  }

  /** Notes an issue; of a path with several there's one that says all. */
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
    this.#is(typeof value === 'string', path, 'This must be text.');
    return typeof value === 'string';
  }

  #object(value: Json, path: Path): value is Values {
    const holds = value !== null && typeof value === 'object' && !Array.isArray(value);
    this.#is(holds, path, 'This must be an object.');
    return holds;
  }

  #text(shape: ShapeOf<'text' | 'textarea' | 'markdown'>, value: Json, path: Path): void {
    if (!this.#string(value, path) || !this.#strict || value === '') return;
    const { min = 0, max = Number.POSITIVE_INFINITY } = shape;
    const length = countCharacters(value);
    this.#is(length >= min, path, `This must have at least ${min} characters. It has ${length}.`);
    this.#is(length <= max, path, `This must have at most ${max} characters. It has ${length}.`);
    if ('pattern' in shape && shape.pattern !== undefined) this.#pattern(shape.pattern, value, path);
  }

  #slug(shape: ShapeOf<'slug'>, value: Json, path: Path): void {
    if (!this.#string(value, path) || !this.#strict || value === '') return;
    const { max = MAX_SLUG } = shape;
    this.#is(countCharacters(value) <= max, path, `This must have at most ${max} characters.`);
    if (shape.pattern !== undefined) this.#pattern(shape.pattern, value, path);
    else this.#is(SLUG.test(value), path, 'A slug has lower-case letters and digits, its words parted by hyphens.');
  }

  #pattern(pattern: string, value: string, path: Path): void {
    let compiled = patterns.get(pattern);
    if (!compiled) {
      compiled = RE2JS.compile(pattern);
      if (patterns.size >= 1000) patterns.clear();
      patterns.set(pattern, compiled);
    }
    this.#is(compiled.matches(value), path, `This doesn't match the pattern ${pattern}.`);
  }

  #number(shape: ShapeOf<'number' | 'integer'>, value: Json, path: Path): void {
    if (typeof value !== 'number') {
      this.#say(path, 'This must be a number.');
      return;
    }
    if (shape.type === 'integer' && !Number.isSafeInteger(value)) {
      this.#say(path, 'This must be a whole number.');
      return;
    }
    if (!this.#strict) return;
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = shape;
    this.#is(value >= min, path, `This must be at least ${min}.`);
    this.#is(value <= max, path, `This must be at most ${max}.`);
  }

  #format(type: FieldType, value: string, path: Path): boolean {
    const known = format[type];
    const holds = value.length <= MAX_FORMATTED && (known?.schema.safeParse(value).success ?? true);
    this.#is(holds, path, known?.message ?? '');
    return holds;
  }

  #time(shape: ShapeOf<'date' | 'datetime'>, value: Json, path: Path): void {
    if (!this.#string(value, path) || !this.#format(shape.type, value, path) || !this.#strict) return;
    const at = Date.parse(value);
    const { min, max } = shape;
    if (min !== undefined) this.#is(at >= Date.parse(min), path, `This must not be before ${min}.`);
    if (max !== undefined) this.#is(at <= Date.parse(max), path, `This must not be after ${max}.`);
  }

  #option(shape: ShapeOf<'select' | 'multiselect'>, value: Json, path: Path): void {
    if (!this.#string(value, path)) return;
    const values = shape.options.map((option) => option.value);
    this.#is(values.includes(value), path, `This must be one of: ${values.slice(0, 20).join(', ')}.`);
  }

  #id(prefix: string, what: string, value: Json, path: Path): void {
    const holds = typeof value === 'string' && value.startsWith(prefix) && value.length <= 64;
    this.#is(holds, path, `This must be the id of ${what}, beginning with ${prefix}.`);
  }

  #items(shape: { readonly min?: number; readonly max?: number }, value: Json, path: Path): value is readonly Json[] {
    if (!Array.isArray(value)) {
      this.#say(path, 'This must be a list.');
      return false;
    }
    if (this.#strict && value.length > 0) {
      const { min = 0, max = Number.POSITIVE_INFINITY } = shape;
      this.#is(value.length >= min, path, `This must have at least ${min} items. It has ${value.length}.`);
      this.#is(value.length <= max, path, `This must have at most ${max} items. It has ${value.length}.`);
    }
    return true;
  }

  #noRepeats(items: readonly Json[], path: Path): void {
    if (!this.#strict) return;
    const seen = new Set<Json>();
    for (const [index, item] of items.entries()) {
      if (seen.has(item)) this.#say([...path, index], 'This is in the list already.');
      seen.add(item);
    }
  }

  #block(shape: ShapeOf<'blocks'>, value: Json, path: Path): void {
    if (!this.#object(value, path)) return;
    const type = shape.types.find(({ key }) => key === value._type);
    if (!type) {
      const names = shape.types.map(({ key }) => key).join(', ');
      this.#say([...path, '_type'], `A block names its type. It must be one of: ${names}.`);
      return;
    }
    const { _key: key } = value;
    if (key !== undefined && !(typeof key === 'string' && key.length > 0 && key.length <= 64)) {
      this.#say([...path, '_key'], 'A key is a text of at most 64 characters.');
    }
    this.fields(type.fields, value, path, ['_type', '_key']);
  }

  #noRepeatedKeys(blocks: readonly Json[], path: Path): void {
    const seen = new Set<Json>();
    for (const [index, block] of blocks.entries()) {
      const key = isValues(block) ? block._key : undefined;
      if (key === undefined) continue;
      if (seen.has(key)) this.#say([...path, index, '_key'], 'Another block has this key already.');
      seen.add(key);
    }
  }
}

function isValues(value: Json): value is Values {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
