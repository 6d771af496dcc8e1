import { canonicalText } from '../canonical.ts';
import type { CollectionDocument, Json } from '../document.ts';

/** How the workflow of a collection changes, a sentence each. */
export function workflowChanges({ workflow: was }: CollectionDocument, now: CollectionDocument): readonly string[] {
  const { key, workflow } = now;
  if (canonicalText((was ?? null) as Json) === canonicalText((workflow ?? null) as Json)) return [];
  const labels = (workflow?.states ?? []).map(({ label }) => label).join(', ');
  if (!was) return [`The entries of ${key} get a workflow: ${labels}.`];
  if (!workflow) return [`The workflow of ${key} goes away. Its entries need no approval from now on.`];
  const kept = new Set(workflow.states.map((state) => state.key));
  const gone = was.states.filter((state) => !kept.has(state.key)).map((state) => state.key);
  return [
    `The workflow of ${key} changes: ${labels}.`,
    ...gone.map((state) => `Entries of ${key} in the state "${state}" go back to "${workflow.states[0]?.key}".`),
  ];
}
