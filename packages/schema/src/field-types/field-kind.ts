import type { CheckMessages } from '../check-messages.ts';
import type { FieldDocument, Json, Values } from '../document.ts';
import type { FORMATS } from '../formats.ts';
import type { Path } from '../issues.ts';
import type { FieldShape } from './kinds.ts';

/** Least and greatest number of characters, of items, or of the value itself. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/**
 * The kind of a value; of a type that holds several values, that of each. `parts` are an object whose keys the type itself has.
 */
export type Holding =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'option'
  | 'richtext'
  | 'json'
  | 'asset'
  | 'entry'
  | 'fields'
  | 'parts'
  | 'rows';

/**
 * Uses that a collection can make of a field: name its entries by it, demand that no two entries have the same value, sort by it,
 * compare it in conditions, and put it into addresses.
 */
export type FieldUse = 'title' | 'unique' | 'order' | 'conditions' | 'address';

/** A part of a value that other fields describe: the values of several fields, or one item of a list. */
export type ValuePart = { readonly path: Path } & (
  | { readonly fields: readonly FieldDocument[]; readonly values: Values; readonly label?: string }
  | { readonly shape: FieldShape; readonly value: Json }
);

/** Fields, or the item of a list, within a field. Its step in a path of the schema is null where the path has none. */
export type InnerShape = { readonly step: string | null } & (
  | { readonly fields: readonly FieldDocument[] }
  | { readonly shape: FieldShape }
);

/** Replaces the parts of a value. */
interface PartMapper {
  /** @param step of the path in the schema; null for an object, whose path is that of its field */
  fields(fields: readonly FieldDocument[], values: Values, step: string | null): Values;
  /** @returns undefined to leave the item out */
  item(shape: FieldShape, value: Json): Json | undefined;
  /** Replaces a row whose kind isn't declared; undefined leaves it out. Without it, the row stays. */
  unknown?(row: Values): Json | undefined;
}

/** How values of a type hold the values of other fields. */
interface Nesting<Shape> {
  shapes(shape: Shape): readonly InnerShape[];
  /** The parts of a value that fit the shape. */
  parts(shape: Shape, value: Json): readonly ValuePart[];
  /** The value with its parts replaced. Parts that don't fit the shape stay. */
  map(shape: Shape, value: Json, mapper: PartMapper): Json;
}

/** Notes what is wrong with a value. */
export interface Checking {
  /** Whether all rules hold; otherwise each value only needs its field's type. */
  readonly isStrict: boolean;
  readonly messages: CheckMessages;
  say(path: Path, message: string): void;
  /** Notes the message unless the condition holds. */
  is(holds: boolean, path: Path, message: string): void;
  isText(value: Json, path: Path): value is string;
  isObject(value: Json, path: Path): value is Values;
  /** Whether the value is a list, which also keeps the bounds if all rules hold. */
  isList(bounds: Bounds, value: Json, path: Path): value is readonly Json[];
  noRepeats(items: readonly Json[], path: Path): void;
  characters(bounds: Bounds, value: string, path: Path): void;
  pattern(pattern: string, value: string, path: Path): void;
  /** Whether the day that a text begins with exists, if the text begins with one. */
  hasDay(value: string, path: Path): boolean;
  format(format: keyof typeof FORMATS, value: string, path: Path): boolean;
  /** @param besides keys that the values may have besides those of the fields */
  fields(fields: readonly FieldDocument[], values: Values, path: Path, besides?: readonly string[]): void;
  value(shape: FieldShape, value: Json, path: Path): void;
}

/**
 * A type of field: what its values are, and what programs that show, edit and compare them need to know. The form of its
 * declaration, and what becomes of its values in a push, a snapshot and a config, is in its `FieldDefinition`.
 */
export interface FieldKind<Shape extends { readonly type: string } = FieldShape> {
  readonly holds: Holding;
  /** Whether a value is a list of such. */
  readonly isMany?: boolean;
  /** Whether a value is too long for a cell of a table. */
  readonly isLong?: boolean;
  readonly usableFor?: readonly FieldUse[];
  /** How its text is written, if people read the text as sentences: it is translated, and marked in previews. */
  readonly prose?: 'plain' | 'markdown' | 'richtext';
  /** How two changes of a value become one; as a whole by default. */
  readonly merge?: 'lines' | 'members' | 'richtext' | 'fields' | 'rows';
  /** The fields as which the parts of a value are merged. */
  readonly parts?: readonly FieldDocument[];
  readonly nesting?: Nesting<Shape>;
  /** The shape of one item of a type that holds several. */
  item?(shape: Shape): FieldShape;
  /** Whether a value says nothing, although it is neither null nor a text or list without content. */
  isBlank?(shape: Shape, value: Json): boolean;
  /** Notes what is wrong with a value. Texts that are empty break no rule. */
  check(shape: Shape, value: Json, path: Path, checking: Checking): void;
}
