import type { FieldBase, FieldShape, FieldType, Json, ShapeOf } from '@stele/schema';

/** Props of every control. A control draws one value; `FieldFrame` draws label, help and error around it. */
export interface ControlOf<Type extends FieldType = FieldType> {
  readonly field: FieldBase & ShapeOf<Type> & FieldShape;
  readonly value: Json | undefined;
  /** Sets the value; null clears it. */
  readonly onChange: (value: Json) => void;
  readonly readOnly: boolean;
  /** Ids that tie the control to its label, help and error. */
  readonly ids: ControlIds;
  /** Path of the value in its locale: field keys and indexes, separated by dots, as in `sections.2.heading`. */
  readonly path: string;
  /** Language of the values. */
  readonly locale: string;
}

/** Attributes of the element that takes the focus, and the id of its label. */
export interface ControlIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
  /** For what isn't a form control of HTML: `aria-labelledby`. */
  readonly labelId: string;
}
