import { z } from 'zod';
import { checkValues } from './check-values.ts';
import type { CheckMode } from './checker.ts';
import type { CollectionDocument, Values } from './document.ts';

/** A zod schema of one locale's values of a collection. */
export function valuesSchema(collection: CollectionDocument, mode: CheckMode): z.ZodType<Values> {
  return z.record(z.string(), z.json()).superRefine((values, ctx) => {
    for (const { path, message } of checkValues(collection, values as Values, mode)) {
      ctx.addIssue({ code: 'custom', path: [...path], message });
    }
  }) as z.ZodType<Values>;
}
