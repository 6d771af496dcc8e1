import { z } from 'zod';
import { boundedArray } from '../bounded.ts';
import { key } from '../show-if-schema.ts';
import { label, labelTranslations } from '../words-schema.ts';

/** The forms of constraints that several types have. */
export const count = z.number().int().min(0).max(1_000_000);
export const bounds = { min: count.optional(), max: count.optional() };
export const pattern = z.string().min(1).max(500);
const optionValue = z
  .string()
  .min(1)
  .max(200)
  // An option without a label has its value for one, and labels are trimmed.
  .refine((value) => value.trim() === value, 'An option has no spaces around it.');
const option = z.strictObject({
  value: optionValue,
  label: label.optional(),
  translations: labelTranslations.optional(),
});
export const options = boundedArray(option, { min: 1, max: 500 }).meta({ id: 'SchemaOptions' });
export const accept = boundedArray(
  z.string().regex(/^[a-z]+\/(\*|[a-z0-9.+-]+)$/, 'A media type, such as image/png or image/*.'),
  { min: 1, max: 50 },
);
export const collections = boundedArray(key, { min: 1, max: 100 }).meta({ id: 'SchemaTargets' });
