import { RE2JS } from 're2js';
import type { z } from 'zod';
import { conditionProblem, dependentOnThemselves } from './check-conditions.ts';
import { checkValue } from './check-values.ts';
import {
  type CollectionDocument,
  comparableBound,
  type FieldDocument,
  type FieldShape,
  type FieldType,
  MAX_NESTING,
  type SchemaDocument,
  type ShowCondition,
  type WorkflowDocument,
} from './document.ts';
import { findFormIssues } from './document-form.ts';
import { documentForm, normalise } from './document-schema.ts';
import { fieldDefinition } from './field-types/definitions.ts';
import { isSeoField, SEO_SOURCE_TYPES, type SeoSource } from './field-types/seo.ts';
import { ADDRESS_TYPES, SORTABLE_TYPES, TITLE_TYPES, UNIQUE_TYPES } from './field-types/uses.ts';
import { type Issue, IssueLog, type Path } from './issues.ts';
import { instead } from './nearest.ts';
import { PARENT } from './pages/page-path.ts';
import { MOST_PARTS, MOST_PARTS_OF_SCHEMA, patternSize } from './patterns/pattern-size.ts';
import { allPreviewCases, conditionsOf, type TemplateField, templateFields } from './preview/preview-path.ts';
import { renamedInCircles } from './renamed-in-circles.ts';

/** The result of reading a schema document: the complete document, or what is wrong with it. */
export type ParsedSchema =
  | { readonly schema: SchemaDocument; readonly issues: readonly []; readonly more: 0 }
  | {
      readonly schema: null;
      /** The first hundred. */
      readonly issues: readonly Issue[];
      /** How many there are besides. */
      readonly more: number;
    };

/** Reads a schema document from any source: checks its form and its meaning, and adds defaults. */
export function parseSchema(input: unknown): ParsedSchema {
  const form = findFormIssues(input);
  if (form.issues.length > 0) return { schema: null, issues: form.issues, more: form.more };
  return completeSchema(documentForm.parse(input));
}

/** Completes a schema document whose form `schemaInput` has checked: checks its meaning, and adds defaults. */
export function completeSchema(checked: unknown): ParsedSchema {
  const schema = normalise(checked as z.infer<typeof documentForm>);
  const sense = new Sense(schema).check();
  if (sense.issues.length > 0) return { schema: null, issues: sense.issues, more: sense.more };
  return { schema, issues: [], more: 0 };
}

type FieldsByKey = ReadonlyMap<string, FieldDocument>;

const byKeys = (fields: readonly FieldDocument[]): FieldsByKey => new Map(fields.map((field) => [field.key, field]));

/** How many keys of a circle a message names. */
const SHOWN_KEYS = 5;

/** Checks the meaning of a schema document, which its form doesn't show. */
class Sense {
  readonly #schema: SchemaDocument;
  readonly #log = new IssueLog();
  readonly #patterns = new Map<string, string | null>();
  /** Of all patterns so far, together. */
  #patternSizes = 0;
  readonly #collections: ReadonlySet<string>;

  constructor(schema: SchemaDocument) {
    this.#schema = schema;
    this.#collections = new Set(schema.collections.map(({ key }) => key));
  }

  check(): IssueLog {
    const { collections } = this.#schema;
    this.#noRepeats(
      collections.map(({ key }) => key),
      (index) => ['collections', index, 'key'],
      'collection',
    );
    this.#noCircles(collections, ['collections']);
    for (const [index, collection] of collections.entries()) this.#collection(collection, ['collections', index]);
    return this.#log;
  }

  #say(path: Path, message: string): void {
    this.#log.add(path, message);
  }

  /** @param fold makes keys that count as the same one text */
  #noRepeats(
    keys: readonly string[],
    place: (index: number) => Path,
    what: string,
    fold: (key: string) => string = (key) => key.toLowerCase(),
  ): void {
    const seen = new Map<string, string>();
    for (const [index, key] of keys.entries()) {
      const other = seen.get(fold(key));
      if (other === key) this.#say(place(index), `There are two of the ${what} "${key}".`);
      else if (other !== undefined) {
        const message = `The ${what}s "${other}" and "${key}" differ in upper and lower case only. Call one of them something else.`;
        this.#say(place(index), message);
      }
      seen.set(fold(key), key);
    }
  }

  #noCircles(items: Parameters<typeof renamedInCircles>[0], path: Path): void {
    const places = new Map(items.map(({ key }, index) => [key, index]));
    for (const keys of renamedInCircles(items)) {
      const named = keys.slice(0, SHOWN_KEYS).map((key) => `"${key}"`);
      const message = `${named.join(' and ')} are renamed from each other. Rename one to a key that is new, and push, before you rename the others.`;
      this.#say([...path, places.get(keys[0] ?? '') ?? 0, 'renamed_from'], message);
    }
  }

  #collection(collection: CollectionDocument, path: Path): void {
    this.#fields(collection.fields, [...path, 'fields'], 0);
    const { title_field: title, order } = collection;
    const fields = byKeys(collection.fields);
    if (title !== null) {
      this.#ofType(fields, title, TITLE_TYPES, "can't name entries", [...path, 'title_field']);
    }
    if (order !== null && order !== 'manual') {
      this.#ofType(fields, order.field, SORTABLE_TYPES, "can't be sorted by", [...path, 'order', 'field']);
    }
    if (collection.tree) this.#tree(collection, fields, path);
    if (collection.workflow) this.#workflow(collection.workflow, [...path, 'workflow']);
    for (const [place, one] of allPreviewCases(collection)) {
      for (const named of templateFields(one.path)) this.#previewPlace(collection, fields, named, [...path, ...place]);
      this.#conditions(conditionsOf(one), fields, [...path, ...place, 'when']);
    }
  }

  #tree({ key: own, order, singleton }: CollectionDocument, fields: FieldsByKey, path: Path): void {
    if (order !== 'manual') this.#say([...path, 'order'], 'The pages of a tree are ordered by hand: leave out order.');
    if (singleton) this.#say([...path, 'tree'], 'A collection that holds a single entry has no tree.');
    const parent = fields.get(PARENT);
    const isOwn = parent?.type === 'reference' && parent.collections.length === 1 && parent.collections[0] === own;
    if (!isOwn || parent.localized || parent.required || parent.show_if !== undefined || parent.default !== undefined) {
      const message = `In a tree, "${PARENT}" is the page above: reference('${own}'), which all languages share. Leave it out, and it's added.`;
      this.#say([...path, 'fields'], message);
    }
  }

  #workflow({ states, publish_needs: needed }: WorkflowDocument, path: Path): void {
    const keys = states.map(({ key }) => key);
    this.#noRepeats(keys, (index) => [...path, 'states', index], 'state');
    if (needed !== null && !keys.includes(needed)) {
      this.#unknown(`There is no state "${needed}" here`, needed, () => keys, [...path, 'publish_needs']);
    }
    if (needed !== null && needed === keys[0]) {
      const message = `New entries are in the first state, "${needed}", without an approval. Name a later one, or null.`;
      this.#say([...path, 'publish_needs'], message);
    }
  }

  /** Checks that a field in an address is there, and has values that addresses can have. */
  #previewPlace(
    { key: own }: CollectionDocument,
    fields: FieldsByKey,
    { field: key, of, isChain }: TemplateField,
    path: Path,
  ): void {
    const cannot = "can't be a part of an address";
    if (of === null) {
      this.#ofType(fields, key, ADDRESS_TYPES, cannot, path);
      return;
    }
    const field = this.#sibling(fields, key, path);
    if (!field) return;
    if (field.type !== 'reference') {
      this.#say(path, `"${key}" is of the type ${field.type}, which refers to no single entry. Name a reference.`);
      return;
    }
    if (isChain && field.collections.some((one) => one !== own)) {
      this.#say(path, `"${key}*" follows one entry of ${own} to the next, and "${key}" must refer to these only.`);
      return;
    }
    for (const target of this.#schema.collections.filter((one) => field.collections.includes(one.key))) {
      this.#ofType(byKeys(target.fields), of, ADDRESS_TYPES, cannot, path);
    }
  }

  /** Checks that a field is there and of one of some types. @param not the words for a field of another type */
  #ofType(fields: FieldsByKey, key: string, types: readonly FieldType[], not: string, path: Path): void {
    const field = this.#sibling(fields, key, path);
    if (!field || types.includes(field.type)) return;
    this.#say(path, `"${key}" is of the type ${field.type}, which ${not}. Name a field of: ${types.join(', ')}.`);
  }

  /** The field of a key; notes an issue if there is none. */
  #sibling(fields: FieldsByKey, key: string, path: Path): FieldDocument | undefined {
    const field = fields.get(key);
    if (!field) this.#unknown(`There is no field "${key}" here`, key, () => [...fields.keys()], path);
    return field;
  }

  /** Notes an unknown name, with the one that was probably meant. Names are compared only while issues are kept. */
  #unknown(said: string, name: string, names: () => readonly string[], path: Path): void {
    if (this.#log.isFull) this.#log.count(1);
    else this.#say(path, `${said}${instead(name, names(), 'There are')}`);
  }

  #fields(fields: readonly FieldDocument[], path: Path, depth: number): void {
    this.#noRepeats(
      fields.map(({ key }) => key),
      (index) => [...path, index, 'key'],
      'field',
    );
    this.#noCircles(fields, path);
    const dependent = dependentOnThemselves(fields);
    const byKey = byKeys(fields);
    for (const [index, field] of fields.entries()) {
      const place = [...path, index];
      if (depth > 0 && field.localized) {
        this.#say([...place, 'localized'], 'Only fields of the collection itself can be localized.');
      }
      if (depth > 0 && field.tab !== undefined) {
        this.#say([...place, 'tab'], 'Only fields of the collection itself can be on a tab. Use group here.');
      }
      if (field.unique && (depth > 0 || !UNIQUE_TYPES.includes(field.type))) {
        this.#say(
          [...place, 'unique'],
          `Only fields of the collection itself can be unique, of the types ${UNIQUE_TYPES.join(', ')}.`,
        );
      }
      if ('source' in field && field.source !== undefined) this.#sibling(byKey, field.source, [...place, 'source']);
      if (isSeoField(field)) this.#seo(field, byKey, [...place, 'seo'], depth);
      this.#conditions(field.show_if ?? [], byKey, [...place, 'show_if'], field);
      if (dependent.has(field.key)) {
        this.#say([...place, 'show_if'], `Whether "${field.key}" is shown depends on itself.`);
      }
      const before = this.#log.found;
      this.#shape(field, place, depth);
      if (field.default !== undefined && this.#log.found === before) this.#default(field, place);
    }
  }

  /** Checks that the fields that stand in for empty ones are there, and have such values. */
  #seo({ seo }: Extract<FieldDocument, { type: 'object' }>, fields: FieldsByKey, path: Path, depth: number): void {
    if (depth > 0) this.#say(path, 'Only a field of the collection itself can be the texts for search engines.');
    for (const [name, key] of Object.entries(seo ?? {})) {
      const types = SEO_SOURCE_TYPES[name as SeoSource];
      this.#ofType(fields, key, types, `can't stand in for the ${name}`, [...path, name]);
    }
  }

  /** @param field the one that is shown by the conditions, if they are those of a field */
  #conditions(conditions: readonly ShowCondition[], fields: FieldsByKey, path: Path, field?: FieldDocument): void {
    for (const [index, condition] of conditions.entries()) {
      const place = [...path, index];
      const sibling = this.#sibling(fields, condition.field, [...place, 'field']);
      const problem = sibling && conditionProblem(sibling, condition, field);
      if (problem) this.#say([...place, ...problem.path], problem.message);
    }
  }

  #default(field: FieldDocument, path: Path): void {
    for (const issue of checkValue(field, field.default ?? null, 'publish')) {
      this.#say([...path, 'default', ...issue.path], issue.message);
    }
  }

  #shape(shape: FieldShape, path: Path, depth: number): void {
    if (depth >= MAX_NESTING) {
      this.#say(path, `Fields can be nested ${MAX_NESTING} levels deep.`);
      return;
    }
    if ('min' in shape && 'max' in shape && shape.min !== undefined && shape.max !== undefined) {
      if (comparableBound(shape.min) > comparableBound(shape.max))
        this.#say([...path, 'min'], 'The least value is above the greatest.');
    }
    if ('pattern' in shape && shape.pattern !== undefined) this.#pattern(shape.pattern, [...path, 'pattern']);
    fieldDefinition(shape.type).checkSense?.(shape, path, {
      say: (place, message) => this.#say(place, message),
      noRepeats: (keys, place, what, fold) => this.#noRepeats(keys, place, what, fold),
      unknown: (said, name, names, place) => this.#unknown(said, name, names, place),
      collections: (keys, place) => this.#targets(keys, place),
      fields: (fields, place) => this.#fields(fields, place, depth + 1),
      shape: (inner, place) => this.#shape(inner, place, depth + 1),
    });
  }

  #targets(collections: readonly string[], path: Path): void {
    for (const [index, target] of collections.entries()) {
      if (!this.#collections.has(target)) {
        this.#unknown(`There is no collection "${target}"`, target, () => [...this.#collections], [...path, index]);
      }
    }
  }

  #pattern(pattern: string, path: Path): void {
    let fault = this.#patterns.get(pattern);
    if (fault === undefined) {
      fault = this.#faultOf(pattern);
      this.#patterns.set(pattern, fault);
    }
    if (fault !== null) this.#say(path, fault);
  }

  /** The fault of a pattern that the schema hasn't had yet; null when it can be used. */
  #faultOf(pattern: string): string | null {
    const advice = 'Use smaller counts, `max` for the length, or no ranges of many letters with (?i).';
    // The others needn't be read: they are refused, too.
    const size = this.#patternSizes > MOST_PARTS_OF_SCHEMA ? 0 : patternSize(pattern);
    if (size > MOST_PARTS) {
      return `The pattern is too large: with its repetitions and ranges written out, it has more than ${MOST_PARTS} parts. ${advice}`;
    }
    this.#patternSizes += size;
    if (this.#patternSizes > MOST_PARTS_OF_SCHEMA) {
      return `The patterns of this schema are too large together: they have more than ${MOST_PARTS_OF_SCHEMA} parts. ${advice}`;
    }
    try {
      RE2JS.compile(pattern);
      return null;
    } catch (error) {
      return `The pattern is not in RE2's syntax: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
}
