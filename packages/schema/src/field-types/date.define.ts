import { z } from 'zod';
import type { FieldOptions } from '../fields.ts';
import { type Constraints, declared } from './builder.ts';
import type { DateShape } from './date.ts';
import type { FieldDefinition } from './field-definition.ts';

const day = z.iso.date();

export const dateDefinition: FieldDefinition<DateShape> = {
  constraints: () => ({ min: day.optional(), max: day.optional() }),
  /** The day of a moment, in UTC. Other text than dates and times is no day, whatever `Date` would make of it. */
  convert(value, fits) {
    if (typeof value !== 'string') return null;
    const trimmed = value.trim();
    if (!fits({ type: 'datetime' }, trimmed)) return { value: trimmed, lossless: false };
    const own = new Date(trimmed).toISOString().slice(0, 10);
    return { value: own, lossless: value === `${own}T00:00:00Z` };
  },
};

/** A day, as 2026-11-21. */
export function date<const O extends FieldOptions<string> & Constraints<DateShape>>(options?: O) {
  return declared<string, string, O>({ type: 'date' }, options);
}
