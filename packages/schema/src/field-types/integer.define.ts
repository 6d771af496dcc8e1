import { z } from 'zod';
import { type Constraints, declared, type UniqueOptions } from './builder.ts';
import type { FieldDefinition } from './field-definition.ts';
import type { IntegerShape } from './integer.ts';
import { toNumber } from './number.define.ts';

export const integerDefinition: FieldDefinition<IntegerShape> = {
  constraints: () => ({ min: z.number().int().optional(), max: z.number().int().optional() }),
  convert: (value) => toNumber(value, Math.round),
  published: () => 'number',
};

/** A whole number. */
export function integer<const O extends UniqueOptions<number> & Constraints<IntegerShape>>(options?: O) {
  return declared<number, number, O>({ type: 'integer' }, options);
}
