import { z } from 'zod';
import type { FieldOptions } from '../fields.ts';
import { type Constraints, declared } from './builder.ts';
import type { FieldDefinition } from './field-definition.ts';
import type { TimeShape } from './time.ts';

const timeOfDay = z.iso.time({ precision: -1, error: 'A time of day is written as 09:30.' });

export const timeDefinition: FieldDefinition<TimeShape> = {
  constraints: () => ({ min: timeOfDay.optional(), max: timeOfDay.optional() }),
};

/** A time of day, in no time zone, as 09:30. */
export function time<const O extends FieldOptions<string> & Constraints<TimeShape>>(options?: O) {
  return declared<string, string, O>({ type: 'time' }, options);
}
