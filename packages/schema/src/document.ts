import type { FieldShape, FieldType } from './field-types/kinds.ts';
import type { CollectionIcon } from './icons.ts';

/** Version of the form of a schema document. */
export const SCHEMA_FORMAT = 1;

/** A value as JSON holds it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A locale's values: field key → value. */
export type Values = Readonly<Record<string, Json>>;

/** Everything that a project's entries may hold, as the API stores it. */
export interface SchemaDocument {
  readonly format: typeof SCHEMA_FORMAT;
  readonly collections: readonly CollectionDocument[];
}

/** How a collection's entries are ordered: by hand, by a field, or by their ids when null. */
export type CollectionOrder = 'manual' | { readonly field: string; readonly direction: 'asc' | 'desc' } | null;

/**
 * Words for editors on a collection, a field, a block or an option in a language of the admin. Missing words aren't translated.
 */
export interface Translation {
  readonly label?: string;
  readonly help?: string;
  readonly tab?: string;
  readonly group?: string;
}

/** Language, such as `de` → words in it. */
export type Translations = { readonly [language: string]: Translation };

/** A translation of the words of a kind of block. */
export type BlockTranslations = { readonly [language: string]: Pick<Translation, 'label' | 'help'> };

/** A translation of what only has a label. */
export type LabelTranslations = { readonly [language: string]: Pick<Translation, 'label'> };

/**
 * Where an entry's page is on the website, such as `/blog/{slug}`: a path with the entry's fields in braces, `{author.slug}` for
 * one of the entry that a field refers to, and `{locale}`. Of several paths, the first whose conditions all hold.
 */
export type PreviewPaths = string | readonly PreviewCase[];

/** A path for the entries that all conditions fit; for all, without conditions. */
export interface PreviewCase {
  readonly when?: ShowCondition | readonly ShowCondition[];
  readonly path: string;
}

/** Where an entry's page is: by locale when the paths differ in more than `{locale}`. */
export type PreviewTemplate = PreviewPaths | { readonly [locale: string]: PreviewPaths };

/** A state that entries of a collection can be in. */
export interface WorkflowState {
  readonly key: string;
  readonly label: string;
  readonly translations?: LabelTranslations;
  /** Roles whose members may move entries to it, besides owners. Without it, everyone who may edit or publish the entry. */
  readonly moved_by?: readonly string[];
}

/** The way of a collection's entries from a draft to what may be published. */
export interface WorkflowDocument {
  /** In order. New entries are in the first one. */
  readonly states: readonly WorkflowState[];
  /** The state that approves values: only these can be published. Null when no approval is needed. */
  readonly publish_needs: string | null;
  /** Who may approve: everyone who may move an entry there, or of these only another person than the one who changed it last. */
  readonly approval: 'anyone' | 'another_person';
}

type WorkflowStateOption = string | (Omit<WorkflowState, 'label'> & { readonly label?: string });

/** A workflow as it's declared: `['draft', 'review', 'approved']` is published from its last state. */
export type WorkflowOption =
  | readonly WorkflowStateOption[]
  | (Partial<Omit<WorkflowDocument, 'states'>> & { readonly states: readonly WorkflowStateOption[] });

/** A named kind of entry. */
export interface CollectionDocument {
  readonly key: string;
  readonly label: string;
  readonly help?: string;
  /** The picture beside its name in the sidebar. */
  readonly icon?: CollectionIcon;
  /** The heading under which the sidebar lists it. */
  readonly group?: string;
  readonly translations?: Translations;
  /** Whether the collection holds a single entry. */
  readonly singleton: boolean;
  readonly order: CollectionOrder;
  /** The field that names an entry in lists; null leaves it to the first text field. */
  readonly title_field: string | null;
  /** Where an entry's page is on the website: published entries have it as their path. */
  readonly path?: PreviewTemplate;
  /** Whether its entries are pages in a tree: each has a page above in its field `parent`, or is at the top. */
  readonly tree?: true;
  /** The address of an entry's page for previews, where it isn't `path`. */
  readonly preview?: PreviewTemplate;
  /** The states of its entries; without it, they have none. */
  readonly workflow?: WorkflowDocument;
  readonly fields: readonly FieldDocument[];
  /** The key that the collection had before; only while a schema is pushed, never stored. */
  readonly renamed_from?: string;
}

/** A field of a collection, of an object or of a block. */
export type FieldDocument = FieldBase & FieldShape;

/** The properties that fields of all types have. */
export interface FieldBase {
  readonly key: string;
  readonly label: string;
  readonly help?: string;
  /** The tab of the form that it's on; fields without one are on the first. Only on a collection's fields. */
  readonly tab?: string;
  /** The heading under which the form shows it, with the other fields of that heading beside it. */
  readonly group?: string;
  readonly translations?: Translations;
  /** Whether an entry can't be published without it. */
  readonly required: boolean;
  /** Whether each locale has a value of its own; a field that isn't is shared by all. Only on a collection's fields. */
  readonly localized?: boolean;
  /** Whether no two entries of the collection may have the same value, in a locale if localized. */
  readonly unique?: boolean;
  /** Value of the field in a new entry that gives none. */
  readonly default?: Json;
  /** When the field is shown: all of these hold. A hidden field is neither required nor published. */
  readonly show_if?: readonly ShowCondition[];
  /** The key that the field had before; only while a schema is pushed, never stored. */
  readonly renamed_from?: string;
}

/** Names of what fields of all types have. */
export const FIELD_BASE: readonly string[] = [
  'key',
  'label',
  'help',
  'tab',
  'group',
  'translations',
  'required',
  'localized',
  'unique',
  'default',
  'show_if',
  'renamed_from',
] satisfies (keyof FieldBase)[];

/** A field's type with its constraints, without what fields of all types have. */
export function shapeOf(field: FieldShape): FieldShape {
  return Object.fromEntries(Object.entries(field).filter(([name]) => !FIELD_BASE.includes(name))) as FieldShape;
}

/** A value that conditions compare with. */
export type ShowValue = string | number | boolean;

/**
 * The value that a field must have for another to be shown. Of several choices it's enough that one of them is the value. A
 * boolean without a value is false.
 */
export type ShowCondition = { readonly field: string } & (
  | { readonly equals: ShowValue }
  | { readonly in: readonly ShowValue[] }
  | { readonly not: ShowValue }
  /** Whether it has a value. */
  | { readonly set: boolean }
);

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly translations?: LabelTranslations;
}

/** A kind of block. */
export interface BlockType {
  readonly key: string;
  readonly label: string;
  /** The description that editors see where they choose a kind. */
  readonly help?: string;
  /** The icon beside its label. */
  readonly icon?: CollectionIcon;
  /** The https address of a picture of it. */
  readonly picture?: string;
  readonly translations?: BlockTranslations;
  readonly fields: readonly FieldDocument[];
}

/** A least or greatest value as a number: of a date or time its moment, whatever offset it is written with. */
export function comparableBound(bound: string | number): number {
  if (typeof bound !== 'string') return bound;
  return Date.parse(/^\d{2}:\d{2}$/.test(bound) ? `1970-01-01T${bound}Z` : bound);
}

export type { FieldShape, FieldType };

export type ShapeOf<Type extends FieldType> = Extract<FieldShape, { type: Type }>;

/** How deep objects, lists and blocks may be nested in a schema. */
export const MAX_NESTING = 16;

/** The collection of a key, if the schema has it. */
export function findCollection(schema: SchemaDocument | null, key: string): CollectionDocument | null {
  return schema?.collections.find((collection) => collection.key === key) ?? null;
}
