import type { WorkflowDocument } from '@stele/schema';
import { rightsOfMember } from '../../../access/membership.ts';
import { type NewsOf, notify } from '../../../delivery/notifications/notify.store.ts';
import type { entryActions } from '../../../entries/entry.names.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { waitingLocales } from '../../../publishing/changes/approval.ts';
import type { ProjectContext } from '../../context.ts';
import { toReviewView } from '../entry-view.ts';
import { loadAuthors, writtenBy } from './approval-authors.store.ts';
import { mayMoveTo } from './may-move.ts';
import type { PlannedMove } from './plan-move.ts';
import { loadMemberships } from './review.store.ts';

/** The most people who are asked for a review of an entry without an assignee. */
const MOST_ASKED = 10;

/**
 * Notifies people of a change: the new assignee; the reviewers, when the entry waits for its approval (the assignee, or those who may
 * approve if there's no assignee or the assignee asks); and, once it's approved or sent back, the person who asked or made the change.
 *
 * @param moved null when it wasn't moved
 */
export async function tellReviewers(
  ctx: ProjectContext,
  tx: Queryable,
  {
    before,
    after,
    moved,
    note,
    workflow,
    at,
  }: {
    readonly before: EntryRecord;
    readonly after: EntryRecord;
    readonly moved: PlannedMove | null;
    readonly note: string | null;
    readonly workflow: WorkflowDocument;
    readonly at: Date;
  },
): Promise<void> {
  const { project, actor } = ctx;
  const news = { projectId: project.id, entryId: after.id, actor, at };
  const lines: NewsOf<(typeof entryActions)['entry.review']>[] = [];
  const assignee = after.review?.assignee?.id;
  const keys = workflow.states.map(({ key }) => key);
  const now = moved ? keys.indexOf(moved.to.key) : -1;
  const was = Math.max(0, keys.indexOf(toReviewView(before)?.state ?? ''));
  const approved = keys.indexOf(workflow.publish_needs ?? '');
  const isAsked = now > was && now === approved - 1;
  if (isAsked) {
    const isAnyones = assignee === undefined || assignee === actor.id;
    const people = isAnyones ? await whoMayApprove(ctx, tx, after, workflow) : [assignee];
    lines.push({ ...news, people, kind: 'review_requested', verdict: 'asked', note });
  }
  if (assignee !== undefined && assignee !== before.review?.assignee?.id && !isAsked) {
    lines.push({ ...news, people: [assignee], kind: 'assigned' });
  }
  const wasAsked = before.review !== null && toReviewView(before)?.state === before.review.state;
  const asker = (wasAsked ? before.review.movedBy : null) ?? before.updatedBy;
  const isDecided = now < was || (now === approved && (now !== was || (moved?.locales.length ?? 0) > 0));
  if (moved && asker.type === 'user' && isDecided) {
    const verdict = moved.verdict === 'approved' ? 'approved' : 'sent_back';
    lines.push({ ...news, people: [asker.id], kind: 'review_decided', verdict, note });
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
  const waiting = waitingLocales(entry, needed);
  const authors = workflow.approval === 'another_person' ? await loadAuthors(tx, entry, waiting) : [];
  const able = members.filter(({ id, role, ...limited }) => {
    if (id === actor.id) return false;
    const rights = rightsOfMember(services.grants, project.customRoles, { role, ...limited });
    const may = (locales: readonly string[]): boolean =>
      mayMoveTo({ actor: { type: 'user', id }, role, rights }, entry, workflow, needed, locales);
    const others = waiting.filter((locale) => writtenBy(authors, id, [locale]).length === 0);
    return waiting.length === 0 ? may([]) : others.some((locale) => may([locale]));
  });
  return able.slice(0, MOST_ASKED).map(({ id }) => id);
}
