import type { AssetValue } from './asset-use.ts';
import { checkBlocks, checkChoices, checkFields, checkItem, checkOptions, checkTarget } from './check-arguments.ts';
import {
  type FieldBase,
  type FieldShape,
  type Json,
  type LabelTranslations,
  type SelectOption,
  type ShapeOf,
  type ShowCondition,
  shapeOf,
  type Translations,
} from './document.ts';
import type { PublishedAsset, PublishedReference } from './published.ts';
import type { PublishedRichtext, RichtextDocument } from './richtext/index.ts';

/**
 * A field as it's declared in code. The type parameters say what its values are: as drafts hold them, as they're
 * published, and whether a published entry always has one.
 */
export interface Field<
  Draft = unknown,
  Published = unknown,
  Required extends boolean = boolean,
  Localized extends boolean = boolean,
> {
  /** The field in the form of the schema document, without its key. */
  readonly document: Partial<Omit<FieldBase, 'key'>> & FieldShape;
  readonly '~types'?: {
    readonly draft: Draft;
    readonly published: Published;
    readonly required: Required;
    readonly localized: Localized;
  };
}

/** The fields of a collection, an object or a block, by their keys. */
export type Fields = { readonly [key: string]: Field };

/** Fields of an object or a block: only the whole of them can be localized. */
export type NestedFields = { readonly [key: string]: Field<unknown, unknown, boolean, false> };

/** Options of all fields. */
export interface FieldOptions<Value> {
  readonly label?: string;
  /** Shown to editors beside the field. */
  readonly help?: string;
  /** The tab of the form that it's on, by its name; fields without one are on the first. Only on a collection's own fields. */
  readonly tab?: string;
  /** The heading under which the form shows it, together with all fields beside it that name the same. */
  readonly group?: string;
  /** Label, help, tab and group in other languages of the admin: `{ de: { label: 'Titel' } }`. */
  readonly translations?: Translations;
  /** Whether an entry can't be published without it. */
  readonly required?: boolean;
  /** Whether each locale has a value of its own; otherwise all locales share one. Only on a collection's own fields. */
  readonly localized?: boolean;
  /** Value in a new entry that gives none. */
  readonly default?: Value;
  /**
   * When the field is shown: what a field beside it says, or several things that must all hold. What is hidden is neither
   * needed nor published; its value stays in the draft.
   */
  readonly show_if?: ShowCondition | readonly ShowCondition[];
  /** Key that the field had before: its values move along. May stay after the push, where it does nothing. */
  readonly renamed_from?: string;
}

/** Options of fields whose values can be unique in the collection, per locale if localized. */
interface UniqueOptions<Value> extends FieldOptions<Value> {
  readonly unique?: boolean;
}

type Constraints<Shape extends FieldShape> = Omit<Shape, 'type'>;
/** A field that may be hidden isn't always there. */
type RequiredIn<Options> = Options extends { readonly show_if: object }
  ? false
  : Options extends { readonly required: true }
    ? true
    : false;
type LocalizedIn<Options> = Options extends { readonly localized: true } ? true : false;
type ChoiceOf<Option> = Option extends string ? Option : Option extends { readonly value: infer Value } ? Value : never;
type Choices = readonly (string | (Omit<SelectOption, 'label'> & { readonly label?: string }))[];

/** Builders that are called otherwise than their type. */
const CALLED: { readonly [Type in FieldShape['type']]?: string } = { asset: 'image', assets: 'files' };

function field<Draft, Published, Options>(
  shape: FieldShape,
  options: Options | undefined,
): Field<Draft, Published, RequiredIn<Options>, LocalizedIn<Options>> {
  checkOptions(CALLED[shape.type] ?? shape.type, options);
  return { document: { ...options, ...shape } as Field['document'] };
}

/** A line of text. */
export function text<const O extends UniqueOptions<string> & Constraints<ShapeOf<'text'>>>(options?: O) {
  return field<string, string, O>({ type: 'text' }, options);
}

/** Text of several lines. */
export function textarea<const O extends FieldOptions<string> & Constraints<ShapeOf<'textarea'>>>(options?: O) {
  return field<string, string, O>({ type: 'textarea' }, options);
}

/** Text in Markdown. */
export function markdown<const O extends FieldOptions<string> & Constraints<ShapeOf<'markdown'>>>(options?: O) {
  return field<string, string, O>({ type: 'markdown' }, options);
}

/** Text with structure, as a ProseMirror document. */
export function richtext<const O extends FieldOptions<RichtextDocument> & Constraints<ShapeOf<'richtext'>>>(
  options?: O,
) {
  return field<RichtextDocument, PublishedRichtext<PublishedAsset>, O>({ type: 'richtext' }, options);
}

/** The part of an address that names an entry; unique unless `unique` is false. */
export function slug<const O extends UniqueOptions<string> & Constraints<ShapeOf<'slug'>>>(options?: O) {
  return field<string, string, O>({ type: 'slug' }, options);
}

/** A number. */
export function number<const O extends UniqueOptions<number> & Constraints<ShapeOf<'number'>>>(options?: O) {
  return field<number, number, O>({ type: 'number' }, options);
}

/** A whole number. */
export function integer<const O extends UniqueOptions<number> & Constraints<ShapeOf<'integer'>>>(options?: O) {
  return field<number, number, O>({ type: 'integer' }, options);
}

/** True or false. */
export function boolean<const O extends FieldOptions<boolean>>(options?: O) {
  return field<boolean, boolean, O>({ type: 'boolean' }, options);
}

/** A day, as 2026-11-21. */
export function date<const O extends FieldOptions<string> & Constraints<ShapeOf<'date'>>>(options?: O) {
  return field<string, string, O>({ type: 'date' }, options);
}

/** A moment, as 2026-11-21T09:30:00Z. */
export function datetime<const O extends FieldOptions<string> & Constraints<ShapeOf<'datetime'>>>(options?: O) {
  return field<string, string, O>({ type: 'datetime' }, options);
}

/** One of several options. */
export function select<const O extends FieldOptions<string> & { readonly options: Choices }>(options: O) {
  type Choice = ChoiceOf<O['options'][number]>;
  checkChoices('select', options);
  return field<Choice, Choice, O>({ type: 'select', options: choices(options.options) }, options);
}

/** Some of several options. */
export function multiselect<
  const O extends FieldOptions<readonly string[]> & {
    readonly options: Choices;
    readonly min?: number;
    readonly max?: number;
  },
>(options: O) {
  type Choice = ChoiceOf<O['options'][number]>;
  checkChoices('multiselect', options);
  return field<readonly Choice[], readonly Choice[], O>(
    { type: 'multiselect', options: choices(options.options) },
    options,
  );
}

/** An email address. */
export function email<const O extends UniqueOptions<string>>(options?: O) {
  return field<string, string, O>({ type: 'email' }, options);
}

/** A web address. */
export function url<const O extends UniqueOptions<string>>(options?: O) {
  return field<string, string, O>({ type: 'url' }, options);
}

/** A colour, as #rrggbb or #rrggbbaa. */
export function color<const O extends FieldOptions<string>>(options?: O) {
  return field<string, string, O>({ type: 'color' }, options);
}

/** Any JSON. */
export function json<const O extends FieldOptions<Json>>(options?: O) {
  return field<Json, Json, O>({ type: 'json' }, options);
}

type AssetOptions = FieldOptions<never> & Constraints<ShapeOf<'asset'>>;

/** A picture. */
export function image<const O extends AssetOptions>(options?: O) {
  return field<AssetValue, PublishedAsset, O>({ type: 'asset' }, { accept: ['image/*'], ...options } as O);
}

/** A file of any type, or of those in `accept`. */
export function file<const O extends AssetOptions>(options?: O) {
  return field<AssetValue, PublishedAsset, O>({ type: 'asset' }, options);
}

/** Several files in an order. */
export function files<const O extends FieldOptions<never> & Constraints<ShapeOf<'assets'>>>(options?: O) {
  return field<readonly AssetValue[], readonly PublishedAsset[], O>({ type: 'assets' }, options);
}

/** Another entry, of one collection or one of several. */
export function reference<
  const Target extends string | readonly string[],
  const O extends FieldOptions<never> = Record<never, never>,
>(target: Target, options?: O) {
  type Collection = Target extends string ? Target : Target[number];
  checkTarget('reference', target);
  return field<string, PublishedReference<Collection & string>, O>(
    { type: 'reference', collections: targets(target) },
    options,
  );
}

/** Several entries in an order. */
export function references<
  const Target extends string | readonly string[],
  const O extends FieldOptions<never> & { readonly min?: number; readonly max?: number } = Record<never, never>,
>(target: Target, options?: O) {
  type Collection = Target extends string ? Target : Target[number];
  checkTarget('references', target);
  return field<readonly string[], readonly PublishedReference<Collection & string>[], O>(
    { type: 'references', collections: targets(target) },
    options,
  );
}

/** Fields that belong together. */
export function object<const F extends NestedFields, const O extends FieldOptions<never> = Record<never, never>>(
  fields: F,
  options?: O,
) {
  checkFields('object', fields);
  return field<DraftOf<F>, PublishedOf<F>, O>({ type: 'object', fields: fieldDocuments(fields) }, options);
}

/** Values of one kind in an order. Of the field that describes them only type and constraints count. */
export function list<
  const Item extends Field<unknown, unknown, boolean, false>,
  const O extends FieldOptions<never> & { readonly min?: number; readonly max?: number } = Record<never, never>,
>(of: Item, options?: O) {
  checkItem(of);
  return field<readonly DraftValue<Item>[], readonly PublishedValue<Item>[], O>(
    { type: 'list', of: shapeOf(of.document) },
    options,
  );
}

/** The kinds of blocks, by their keys. */
export type BlockTypes = { readonly [key: string]: NestedFields | BlockDefinition };

/** A kind of block with a label. */
export interface BlockDefinition<F extends NestedFields = NestedFields> {
  readonly label: string;
  readonly translations?: LabelTranslations;
  readonly fields: F;
}

type FieldsOfBlock<Block> = Block extends BlockDefinition<infer F> ? F : Block extends Fields ? Block : never;
type DraftBlock<Types> = {
  [Key in keyof Types]: { readonly _type: Key; readonly _key?: string } & DraftOf<FieldsOfBlock<Types[Key]>>;
}[keyof Types];
type PublishedBlock<Types> = {
  [Key in keyof Types]: { readonly _type: Key; readonly _key?: string } & PublishedOf<FieldsOfBlock<Types[Key]>>;
}[keyof Types];

/** Blocks of several kinds in an order; each names its kind in `_type`, and may have a lasting `_key`. */
export function blocks<
  const Types extends BlockTypes,
  const O extends FieldOptions<never> & { readonly min?: number; readonly max?: number } = Record<never, never>,
>(types: Types, options?: O) {
  checkBlocks(types);
  const documents = Object.entries(types).map(([key, block]) => {
    if (!isBlockDefinition(block)) return { key, fields: fieldDocuments(block) };
    return { key, ...block, fields: fieldDocuments(block.fields) };
  });
  return field<readonly DraftBlock<Types>[], readonly PublishedBlock<Types>[], O>(
    { type: 'blocks', types: documents as ShapeOf<'blocks'>['types'] },
    options,
  );
}

/** The fields of a document, in the order in which they're declared. */
export function fieldDocuments(fields: Fields): ShapeOf<'object'>['fields'] {
  return Object.entries(fields).map(([key, { document }]) => ({
    key,
    ...document,
  })) as ShapeOf<'object'>['fields'];
}

type DraftValue<F> = F extends Field<infer Draft, unknown, boolean> ? Draft : never;
type PublishedValue<F> = F extends Field<unknown, infer Published, boolean> ? Published : never;
type RequiredKeys<F extends Fields> = {
  [Key in keyof F]: F[Key] extends Field<unknown, unknown, true> ? Key : never;
}[keyof F];
type Flat<T> = { [Key in keyof T]: T[Key] };

/** Values of fields as drafts hold them: each may be missing; null clears it. */
export type DraftOf<F extends Fields> = Flat<{ readonly [Key in keyof F]?: DraftValue<F[Key]> | null }>;

/** Values of fields as they're published: what's required is there. */
export type PublishedOf<F extends Fields> = Flat<
  { readonly [Key in RequiredKeys<F>]: PublishedValue<F[Key]> } & {
    readonly [Key in Exclude<keyof F, RequiredKeys<F>>]?: PublishedValue<F[Key]>;
  }
>;

function isBlockDefinition(block: NestedFields | BlockDefinition): block is BlockDefinition {
  return typeof block.label === 'string';
}

function choices(given: Choices): SelectOption[] {
  return given.map((choice) =>
    typeof choice === 'string' ? { value: choice, label: choice } : { ...choice, label: choice.label ?? choice.value },
  );
}

function targets(target: string | readonly string[]): readonly string[] {
  return typeof target === 'string' ? [target] : target;
}
