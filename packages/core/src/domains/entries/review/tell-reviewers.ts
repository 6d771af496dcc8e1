import type { WorkflowDocument, WorkflowState } from '@stele/schema';
import { rightsOfMember } from '../../../access/membership.ts';
import { type NewsOf, notify } from '../../../delivery/notifications/notify.store.ts';
import type { entryActions } from '../../../entries/entry.names.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import type { ProjectContext } from '../../context.ts';
import { toReviewView } from '../entry-view.ts';
import { mayMoveTo } from './may-move.ts';
import { loadMemberships } from './review.store.ts';

/** The most people who are asked for a review of an entry without an assignee. */
const MOST_ASKED = 10;

/**
 * Notifies people of a change: the new assignee; the reviewers, when the entry waits for its approval (the assignee, or those who may
 * approve if there's no assignee or the assignee asks); and, once it's approved or sent back, the person who asked or made the change.
 *
 * @param state to which it was moved; null when it wasn't
 */
export async function tellReviewers(
  ctx: ProjectContext,
  tx: Queryable,
  {
    before,
    after,
    state,
    workflow,
    at,
  }: {
    readonly before: EntryRecord;
    readonly after: EntryRecord;
    readonly state: WorkflowState | null;
    readonly workflow: WorkflowDocument;
    readonly at: Date;
  },
): Promise<void> {
  const { project, actor } = ctx;
  const news = { projectId: project.id, entryId: after.id, actor, at };
  const lines: NewsOf<(typeof entryActions)['entry.review']>[] = [];
  const assignee = after.review?.assignee?.id;
  const keys = workflow.states.map(({ key }) => key);
  const now = state ? keys.indexOf(state.key) : -1;
  const was = Math.max(0, keys.indexOf(toReviewView(before)?.state ?? ''));
  const approved = keys.indexOf(workflow.publish_needs ?? '');
  const isAsked = now > was && now === approved - 1;
  if (isAsked) {
    const isAnyones = assignee === undefined || assignee === actor.id;
    const people = isAnyones ? await whoMayApprove(ctx, tx, after, workflow) : [assignee];
    lines.push({ ...news, people, kind: 'review_requested' });
  }
  if (assignee !== undefined && assignee !== before.review?.assignee?.id && !isAsked) {
    lines.push({ ...news, people: [assignee], kind: 'assigned' });
  }
  const wasAsked = before.review !== null && toReviewView(before)?.state === before.review.state;
  const asker = (wasAsked ? before.review.movedBy : null) ?? before.updatedBy;
  if (state && asker.type === 'user' && (now < was || (now === approved && now !== was))) {
    lines.push({ ...news, people: [asker.id], kind: 'review_decided' });
  }
  await notify(tx, ...lines);
}

async function whoMayApprove(
  { project, services, actor }: ProjectContext,
  tx: Queryable,
  entry: EntryRecord,
  workflow: WorkflowDocument,
): Promise<string[]> {
  const needed = workflow.states.find(({ key }) => key === workflow.publish_needs);
  if (!needed) return [];
  const members = await loadMemberships(tx, project.id);
  const able = members.filter(({ id, role, ...limited }) => {
    const rights = rightsOfMember(services.grants, project.customRoles, { role, ...limited });
    return id !== actor.id && mayMoveTo({ actor: { type: 'user', id }, role, rights }, entry, workflow, needed);
  });
  return able.slice(0, MOST_ASKED).map(({ id }) => id);
}
