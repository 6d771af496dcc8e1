import type { FieldOptions } from '../fields.ts';
import type { BooleanShape } from './boolean.ts';
import { declared } from './builder.ts';
import type { FieldDefinition } from './field-definition.ts';

export const booleanDefinition: FieldDefinition<BooleanShape> = {
  constraints: () => ({}),
  convert(value) {
    if (value === 'true' || value === 'false') return { value: value === 'true', lossless: true };
    if (value === 1 || value === 0) return { value: value === 1, lossless: true };
    // "true" would have become the same.
    return value === '1' || value === '0' ? { value: value === '1', lossless: false } : null;
  },
  published: () => 'boolean',
};

/** True or false. */
export function boolean<const O extends FieldOptions<boolean>>(options?: O) {
  return declared<boolean, boolean, O>({ type: 'boolean' }, options);
}
