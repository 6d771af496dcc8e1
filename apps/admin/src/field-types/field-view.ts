import type { FieldDocument, FieldShape, FieldType, Json } from '@stele/schema';
import type { ComponentType } from 'react';
import type { ChangesWords } from '#messages/changes';
import type { Formats } from '@/i18n/formats.ts';

/** How a field is compared in a filter of the list. */
export type FilterOperator = 'is' | 'contains' | 'gte' | 'lte' | 'empty' | 'filled';

/** The words and formats in which values are written. */
export interface Telling {
  readonly words: ChangesWords;
  readonly formats: Formats;
}

/** How the admin shows values of a type outside of the entry's form. The form's control is in the editor's registry. */
export interface FieldView<Shape extends { readonly type: string } = FieldShape> {
  /** The operators of the list's filters, the usual first. */
  readonly operators?: readonly FilterOperator[];
  /** How a filter's value is given: typed as a text by default, or as an entry that is picked. */
  readonly filterInput?: 'number' | 'date' | 'entry';
  /** The values that a filter offers instead. */
  choices?(shape: Shape, words: ChangesWords): readonly (readonly [value: string, label: string])[];
  /** A filter's value as a person reads it; by default as a value of the field is read. */
  filterText?(value: string, telling: Telling): string;
  /** The kind of distinction that it makes between entries, so that the list usually has a column of it. */
  readonly tells?: 'picture' | 'choice' | 'entry' | 'day';
  /** Whether the list can have a column of it. */
  readonly isColumn?: boolean;
  /** Whether it's edited in its cell. */
  readonly isEditedInCell?: boolean;
  /** Whether it can be set to one value in several entries. */
  readonly isSetTogether?: boolean;
  /** Whether its control is one line of text, after which Enter adds the next item of a list. */
  readonly isLine?: boolean;
  /** A cell that shows more than the text. */
  readonly Cell?: ComponentType<{ readonly value: Json }>;
  /** A value as a person reads it; a text as it is, and all else as JSON by default. */
  text?(shape: Shape, value: Json, telling: Telling): string;
}

/** The change of a value. */
export interface ChangeOf<Type extends FieldType = FieldType> {
  readonly shape: FieldShape & { readonly type: Type };
  readonly before: Json;
  readonly after: Json;
  /** Shows what became of a value within it. */
  readonly Value: ComponentType<ValueChangeProps>;
}

export interface ValueChangeProps {
  /** The shape of the value; null when the schema doesn't know it. */
  readonly shape: FieldShape | FieldDocument | null;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}
