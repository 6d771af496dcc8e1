import type { FieldOptions } from '../fields.ts';
import { type Constraints, declared } from './builder.ts';
import { bounds, pattern } from './constraints.ts';
import type { FieldDefinition } from './field-definition.ts';
import type { TextareaShape } from './textarea.ts';

export const textareaDefinition: FieldDefinition<TextareaShape> = {
  constraints: () => ({ ...bounds, pattern: pattern.optional() }),
};

/** Text of several lines. */
export function textarea<const O extends FieldOptions<string> & Constraints<TextareaShape>>(options?: O) {
  return declared<string, string, O>({ type: 'textarea' }, options);
}
