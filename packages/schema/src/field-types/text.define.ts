import { type Constraints, declared, type UniqueOptions } from './builder.ts';
import { bounds, pattern } from './constraints.ts';
import type { FieldDefinition } from './field-definition.ts';
import type { TextShape } from './text.ts';

export const textDefinition: FieldDefinition<TextShape> = {
  constraints: () => ({ ...bounds, pattern: pattern.optional() }),
};

/** A line of text. */
export function text<const O extends UniqueOptions<string> & Constraints<TextShape>>(options?: O) {
  return declared<string, string, O>({ type: 'text' }, options);
}
