import type { CollectionDocument, WorkflowDocument, WorkflowState } from '../document.ts';

/** The state that an entry is in: the first one until someone moves it, and where its state isn't in the schema any more. */
export function stateOf({ states }: WorkflowDocument, state: string | null): WorkflowState | undefined {
  return states.find(({ key }) => key === state) ?? states[0];
}

/** The state in which values can be published; null for any. */
export function publishedFrom({ workflow }: Pick<CollectionDocument, 'workflow'>): WorkflowState | null {
  return workflow?.states.find(({ key }) => key === workflow.publish_needs) ?? null;
}
