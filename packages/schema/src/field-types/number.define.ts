import { z } from 'zod';
import type { Converted } from '../diff/model.ts';
import type { Json } from '../document.ts';
import { type Constraints, declared, type UniqueOptions } from './builder.ts';
import type { FieldDefinition } from './field-definition.ts';
import type { NumberShape } from './number.ts';

export const numberDefinition: FieldDefinition<NumberShape> = {
  constraints: () => ({ min: z.number().optional(), max: z.number().optional() }),
  convert: (value) => toNumber(value, (number) => number),
  published: () => 'number',
};

/** A number from a value of another type. */
export function toNumber(value: Json, rounded: (number: number) => number): Converted | null {
  if (typeof value === 'boolean') return { value: Number(value), lossless: true };
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return null;
  const result = rounded(number);
  return { value: result, lossless: String(value) === String(result) };
}

/** A number. */
export function number<const O extends UniqueOptions<number> & Constraints<NumberShape>>(options?: O) {
  return declared<number, number, O>({ type: 'number' }, options);
}
