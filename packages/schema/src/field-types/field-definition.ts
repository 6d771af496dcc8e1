import type { z } from 'zod';
import type { ContentRules } from '../content.ts';
import type { ChangeLog } from '../diff/change-log.ts';
import type { Converted, FieldsPlan, SchemaPath, ShapePlan } from '../diff/model.ts';
import type { FieldDocument, FieldShape, Json } from '../document.ts';
import type { Path } from '../issues.ts';
import type { Code } from '../source/layout.ts';

/** The forms of what a field declares within itself. */
export interface InnerForms {
  readonly fields: z.ZodType;
  readonly item: z.ZodType;
  readonly blocks: z.ZodType;
}

/** Adds defaults to what a field declares within itself. */
interface Normalising {
  fields(fields: readonly FieldDocument[]): FieldDocument[];
  shape(shape: FieldShape): FieldShape;
}

/** Notes what is wrong with the meaning of a declaration, which its form doesn't show. */
export interface Sensing {
  say(path: Path, message: string): void;
  /** @param fold makes keys that count as the same one text */
  noRepeats(
    keys: readonly string[],
    place: (index: number) => Path,
    what: string,
    fold?: (key: string) => string,
  ): void;
  /** Notes an unknown name, with the one that was probably meant. */
  unknown(said: string, name: string, names: () => readonly string[], path: Path): void;
  collections(keys: readonly string[], path: Path): void;
  /** Checks fields that are nested one level deeper. */
  fields(fields: readonly FieldDocument[], path: Path): void;
  /** Checks a shape that is nested one level deeper. */
  shape(shape: FieldShape, path: Path): void;
}

/** Compares declarations, and plans what to do with the values. */
export interface Comparing {
  readonly log: ChangeLog;
  fields(was: readonly FieldDocument[], now: readonly FieldDocument[], path: SchemaPath): FieldsPlan;
  shape(was: FieldShape, now: FieldShape, path: SchemaPath): ShapePlan;
}

/** Writes the text of a config. */
export interface ConfigWriting {
  /**
   * The call of a builder with the options of the field.
   *
   * @param apart constraints that aren't written as options, or are in `first`
   */
  call(name: string, apart?: readonly string[], args?: readonly Code[], first?: readonly Code[]): Code;
  fields(fields: readonly FieldDocument[]): Code;
  shape(shape: FieldShape): Code;
}

/** Writes the text of published types. */
export interface TypesWriting {
  /** @param first members before those of the fields */
  fields(fields: readonly FieldDocument[], first?: readonly string[]): string;
  type(shape: FieldShape): string;
  /** Whether the type of a shape needs parentheses in that of a list. */
  isCompound(shape: FieldShape): boolean;
  /** A type that doesn't depend on the schema. */
  support(name: string): string;
}

/** How a field of a type is declared, and what becomes of its values in a push, a snapshot and the text of a config. */
export interface FieldDefinition<Shape extends { readonly type: string } = FieldShape> extends ContentRules<Shape> {
  /** Names of the functions that declare it; that of the type by default. */
  readonly builders?: readonly string[];
  /** The constraints that a field of the type may have. */
  constraints(inner: InnerForms): z.ZodRawShape;
  /** The kind of form that a field declares within itself. */
  readonly inner?: keyof InnerForms;
  normalise?(shape: Shape, normalising: Normalising): Shape;
  checkSense?(shape: Shape, path: Path, sensing: Sensing): void;

  /** Constraints that `compare` compares. */
  readonly apart?: readonly string[];
  /** Notes changes besides those of other constraints. @returns null when values stay as they are */
  compare?(was: Shape, now: Shape, path: SchemaPath, comparing: Comparing): ShapePlan | null;
  /** Whether a rule still allows all that it allowed; undefined leaves that to the rules of all types. */
  isLooser?(rule: string, was: Shape, now: Shape): boolean | undefined;
  /** A value of the type from one value of another; without it, a type of texts takes the text. Null when there's none. */
  convert?(value: Json, fits: (shape: FieldShape, value: Json) => boolean, to: Shape): Converted | null;
  /** The text of a value that is neither a text, a number nor a boolean. */
  asText?(value: Json): Converted;

  /** Whether a builder's option `default` takes no value by its type. */
  readonly hasUntypedDefault?: boolean;
  /** The call that declares it; that of the only builder with all constraints by default. */
  config?(shape: Shape, writing: ConfigWriting): Code;
  /** The type of a published value; `string` by default. */
  published?(shape: Shape, writing: TypesWriting): string;
  /** Whether that type needs parentheses in the type of a list. */
  isCompound?(shape: Shape): boolean;
}
