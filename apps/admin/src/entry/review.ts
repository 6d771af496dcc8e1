import type { CollectionDocument } from '@stele/schema';
import type { Outputs } from '@/api/trpc.ts';
import { mayPublish, mayWrite } from '@/project/entry-rights.ts';
import type { OpenProject } from '@/project/project-context.tsx';
import { isAllLive } from './locale-state.ts';

type Entry = Outputs['entries']['list']['data'][number];
export type Workflow = NonNullable<CollectionDocument['workflow']>;
/** The fields of an entry that tell where it is on its way to the site. */
export type ReviewedEntry = Pick<Entry, 'review' | 'status' | 'changed_locales' | 'locales_status'>;
type State = Workflow['states'][number];

/** The state that an entry is in. */
export function stateOf({ states }: Workflow, { review }: Pick<Entry, 'review'>): State | undefined {
  return states.find(({ key }) => key === review?.state) ?? states[0];
}

/** Whether one may move an entry in its workflow at all, assign it and say when it's due. */
export function mayReview(open: OpenProject, entry: Entry): boolean {
  return mayPublish(open, entry) || open.project.locales.some((locale) => mayWrite(open, entry, locale));
}

/** Why one can't move an entry to a state, as far as lists tell; null when one can. The server decides. */
export function moveRefusal(
  open: OpenProject,
  { approval, publish_needs: needed }: Workflow,
  { key, moved_by: roles }: State,
  entry: Entry,
): 'role' | 'another' | null {
  const { role, limits } = open.project;
  const isApproval = key === needed;
  if (roles && role !== 'owner' && !roles.includes(role ?? '')) return 'role';
  if (isApproval && (limits.locales || (!roles && !mayPublish(open, entry)))) return 'role';
  return isApproval && approval === 'another_person' && entry.updated_by.id === open.user.id ? 'another' : null;
}

/** The state in which an entry waits for its approval: the one before that; null when there's none between. */
export function askedState({ states, publish_needs: needed }: Workflow): State | null {
  const at = states.findIndex(({ key }) => key === needed) - 1;
  return at > 0 ? (states[at] ?? null) : null;
}

/** The kind of a move to a state. */
export function moveKind(
  workflow: Workflow,
  to: State,
  entry: Pick<Entry, 'review'>,
  userId: string,
): 'approve' | 'ask' | 'sendBack' | 'takeBack' | 'move' {
  const { states, publish_needs: needed } = workflow;
  if (to.key === needed) return 'approve';
  const now = stateOf(workflow, entry);
  const [at, next] = [now ? states.indexOf(now) : 0, states.indexOf(to)];
  if (next > at) return to === askedState(workflow) ? 'ask' : 'move';
  if (next > 0 || needed === null) return 'move';
  return entry.review?.moved_by?.id === userId ? 'takeBack' : 'sendBack';
}

/** Whether the day is over by which an entry was to be approved. */
export function isOverdue(workflow: Workflow, entry: ReviewedEntry): boolean {
  const day = entry.review?.due_on;
  const isSettled = isAllLive(entry) && !entry.review?.state;
  if (!day || isSettled || stateOf(workflow, entry)?.key === workflow.publish_needs) return false;
  return day < dayFromToday(0);
}

/** The day that is some days from today where the browser is, as `2026-12-31`. */
export function dayFromToday(days: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days)).toISOString().slice(0, 10);
}
