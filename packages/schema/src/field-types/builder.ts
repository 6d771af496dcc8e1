import { checkOptions } from '../check-arguments.ts';
import type { SelectOption } from '../document.ts';
import type { Field, FieldOptions } from '../fields.ts';
import type { FieldShape } from './kinds.ts';

/** Options of fields whose values can be unique in the collection, per locale if localized. */
export interface UniqueOptions<Value> extends FieldOptions<Value> {
  readonly unique?: boolean;
}

export type Constraints<Shape extends FieldShape> = Omit<Shape, 'type'>;

/** A field that may be hidden isn't always there. */
type RequiredIn<Options> = Options extends { readonly show_if: object }
  ? false
  : Options extends { readonly required: true }
    ? true
    : false;
type LocalizedIn<Options> = Options extends { readonly localized: true } ? true : false;

/** A field of a shape with its options. @param builder name of the function that declares it */
export function declared<Draft, Published, Options>(
  shape: FieldShape,
  options: Options | undefined,
  builder: string = shape.type,
): Field<Draft, Published, RequiredIn<Options>, LocalizedIn<Options>> {
  checkOptions(builder, options);
  return { document: { ...options, ...shape } as Field['document'] };
}

/** Options as they're declared: with labels, or as values alone. */
export type Choices = readonly (string | (Omit<SelectOption, 'label'> & { readonly label?: string }))[];

export type ChoiceOf<Option> = Option extends string
  ? Option
  : Option extends { readonly value: infer Value }
    ? Value
    : never;

export function choices(given: Choices): SelectOption[] {
  return given.map((choice) =>
    typeof choice === 'string' ? { value: choice, label: choice } : { ...choice, label: choice.label ?? choice.value },
  );
}

/** The collections that a reference leads to. */
export function targets(target: string | readonly string[]): readonly string[] {
  return typeof target === 'string' ? [target] : target;
}
