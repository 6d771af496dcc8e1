import { z } from 'zod';
import { boundedArray } from '../bounded.ts';
import type { WorkflowDocument, WorkflowOption, WorkflowState } from '../document.ts';
import { KEY_PATTERN, keyMessage } from '../keys.ts';
import { labelOf } from '../labels.ts';
import { label, labelTranslations } from '../words-schema.ts';

const key = z
  .string({ error: ({ input }) => keyMessage(input) })
  .regex(KEY_PATTERN, { error: ({ input }) => keyMessage(input) });
const state = z.union([
  key,
  z.strictObject({
    key,
    label: label.optional(),
    translations: labelTranslations.optional(),
    moved_by: boundedArray(z.string().min(1).max(64), { min: 1, max: 20 }).optional(),
  }),
]);
const states = boundedArray(state, { min: 2, max: 20 });

/** The form of a collection's workflow. */
export const workflowForm = z
  .union(
    [
      states,
      z.strictObject({
        states,
        publish_needs: key.nullable().optional(),
        approval: z.enum(['anyone', 'another_person']).optional(),
      }),
    ],
    {
      error: (issue) =>
        issue.code === 'invalid_union'
          ? "A list of 2 to 20 states, such as ['draft', 'review', 'approved'], or { states, publish_needs, approval }."
          : undefined,
    },
  )
  .meta({
    id: 'SchemaWorkflow',
    description: 'The states of an entry on its way to being published.',
    examples: [['draft', 'review', 'approved']],
  });

/** A workflow in full. Published is from its last state, unless it says otherwise. */
export function normaliseWorkflow(given: WorkflowOption | undefined): WorkflowDocument | undefined {
  if (given === undefined) return undefined;
  const long = 'states' in given ? given : { states: given };
  const states = long.states.map((one): WorkflowState => {
    const { key, label = labelOf(key), ...rest } = typeof one === 'string' ? { key: one } : one;
    return { key, label, ...rest };
  });
  const { publish_needs = states.at(-1)?.key ?? null, approval = 'anyone' } = long;
  return { states, publish_needs, approval };
}
