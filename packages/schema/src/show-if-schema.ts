import { z } from 'zod';
import { boundedArray } from './bounded.ts';
import { KEY_PATTERN, keyMessage } from './keys.ts';

/** The key of a collection, a field or a block. */
export const key = z
  .string({ error: ({ input }) => keyMessage(input) })
  .regex(KEY_PATTERN, { error: ({ input }) => keyMessage(input) })
  .meta({ id: 'SchemaKey' });

const showValue = z.union([z.string().max(2000), z.number(), z.boolean()]);
const OPERATORS = ['equals', 'in', 'not', 'set'] as const;
const showCondition = z
  .strictObject({
    field: key,
    equals: showValue.optional(),
    in: boundedArray(showValue, { min: 1, max: 100 }).optional(),
    not: showValue.optional(),
    set: z.boolean().optional(),
  })
  .refine((condition) => OPERATORS.filter((name) => condition[name] !== undefined).length === 1, {
    error: 'A condition says one thing of a field: equals, in, not or set.',
  })
  .meta({ id: 'SchemaCondition', examples: [{ field: 'kind', equals: 'video' }] });
/** A condition on a field, or several that must all hold. */
export const showConditions = z.union([showCondition, boundedArray(showCondition, { min: 1, max: 10 })], {
  // Of several forms one is meant: its own issue says more than that none fits.
  error: (issue) =>
    issue.code === 'invalid_union'
      ? 'A condition, or a list of at most ten, such as { "field": "kind", "equals": "video" } or, instead of equals, in, not or set.'
      : undefined,
});
