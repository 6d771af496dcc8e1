import type { FieldBase, FieldShape, ShapeOf, ShowCondition, Translations } from './document.ts';

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
   * When the field is shown: what a field beside it says, or several things that must all hold. A hidden field is neither
   * needed nor published; its value stays in the draft.
   */
  readonly show_if?: ShowCondition | readonly ShowCondition[];
  /** Key that the field had before: its values move along. May stay after the push, where it does nothing. */
  readonly renamed_from?: string;
}

/** The fields of a document, in the order in which they're declared. */
export function fieldDocuments(fields: Fields): ShapeOf<'object'>['fields'] {
  return Object.entries(fields).map(([key, { document }]) => ({
    key,
    ...document,
  })) as ShapeOf<'object'>['fields'];
}

export type DraftValue<F> = F extends Field<infer Draft, unknown, boolean> ? Draft : never;
export type PublishedValue<F> = F extends Field<unknown, infer Published, boolean> ? Published : never;
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
