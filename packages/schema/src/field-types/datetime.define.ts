import { z } from 'zod';
import type { FieldOptions } from '../fields.ts';
import { type Constraints, declared } from './builder.ts';
import type { DateTimeShape } from './datetime.ts';
import type { FieldDefinition } from './field-definition.ts';

const instant = z.iso.datetime({ offset: true });

export const datetimeDefinition: FieldDefinition<DateTimeShape> = {
  constraints: () => ({ min: instant.optional(), max: instant.optional() }),
  convert: (value) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
      ? { value: `${value}T00:00:00Z`, lossless: true }
      : null,
};

/** A moment, as 2026-11-21T09:30:00Z. */
export function datetime<const O extends FieldOptions<string> & Constraints<DateTimeShape>>(options?: O) {
  return declared<string, string, O>({ type: 'datetime' }, options);
}
