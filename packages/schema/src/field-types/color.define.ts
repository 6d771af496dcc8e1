import type { FieldOptions } from '../fields.ts';
import { declared } from './builder.ts';
import type { ColorShape } from './color.ts';
import type { FieldDefinition } from './field-definition.ts';

export const colorDefinition: FieldDefinition<ColorShape> = {
  constraints: () => ({}),
};

/** A colour, as #rrggbb or #rrggbbaa. */
export function color<const O extends FieldOptions<string>>(options?: O) {
  return declared<string, string, O>({ type: 'color' }, options);
}
