import type { FieldDocument } from '@stele/schema';
import type { ComponentType, ReactNode } from 'react';
import type { Json } from '../json.ts';
import type { LocaleValues } from '../values.ts';

/** What every field's control is given. */
export interface FieldControlProps {
  readonly field: FieldDocument;
  readonly value: Json | undefined;
  /** Null clears the field. */
  readonly onChange: (value: Json) => void;
  /** Where the value stands in its locale. */
  readonly path: readonly (string | number)[];
  /** What the server said of a place in the locale. */
  readonly messageAt: (path: readonly (string | number)[]) => string | undefined;
  readonly readOnly: boolean;
  /** Whether all languages share the value. */
  readonly isShared?: boolean;
  /** The values beside it, for a slug that is made from a title. */
  readonly siblings: LocaleValues;
}

/** What controls of fields that hold other fields are given besides: how to draw those. */
export interface NestingProps {
  readonly Nested: ComponentType<FieldControlProps>;
}

/** What controls are given that draw their own label, help and error. */
export interface LabelledProps {
  readonly label: ReactNode;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly aside?: ReactNode;
}
