import { findCollection } from '@stele/schema';
import { insufficientRights } from '../../../access/authorize.ts';
import { rightsOfMember } from '../../../access/membership.ts';
import { can, isReadable, type Permission, readableIn } from '../../../access/permissions.ts';
import { Overtaken } from '../../../entries/current-rules.store.ts';
import { entryActions } from '../../../entries/entry.names.ts';
import { getEntryInProject } from '../../../entries/entry.store.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import { writeSql } from '../../../platform/audit.ts';
import { ApiError, invalid } from '../../../platform/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { entryErrors } from '../entries.names.ts';
import { toReviewView } from '../entry-view.ts';
import { planMove } from './plan-move.ts';
import type { ReviewView, UpdateReviewInput } from './review.schemas.ts';
import { isAsItWas, loadMemberships, writeReview } from './review.store.ts';
import { tellReviewers } from './tell-reviewers.ts';

/**
 * Moves an entry to another state of its workflow, assigns it, and says by when it's due.
 *
 * @throws ApiError `entry.not_found`, `entry.trashed`, `entry.no_workflow`, `entry.version_conflict`,
 *   `entry.needs_another_person`, `validation_failed`, `auth.insufficient_role`, `auth.insufficient_scope`
 * @throws Overtaken when the entry, or the project's rules, changed in between
 */
export async function updateReview(
  ctx: ProjectContext,
  input: Omit<UpdateReviewInput, 'projectId'>,
): Promise<ReviewView> {
  const { project, services, actor } = ctx;
  const { pool } = services.database;
  const entry = await getEntryInProject(pool, project.id, input.entryId);
  if (!isReadable(ctx.reads, entry.collectionKey)) throw new ApiError('entry.not_found');
  if (entry.trashedAt) throw new ApiError('entry.trashed');
  const schema = await services.schemas.load(project.id, project.schemaVersion);
  const workflow = findCollection(schema, entry.collectionKey)?.workflow;
  if (!workflow) throw new ApiError(entryErrors['entry.no_workflow']);
  if (!mayInSomeLocale(ctx, entry, ['entry.write', 'entry.publish'])) throw insufficientRights(ctx);
  const moved = input.state === undefined ? null : await planMove(ctx, entry, workflow, input);
  if (input.assignee_id != null) await checkAssignee(ctx, entry, input.assignee_id);
  const { note, assignee_id: assigneeId, due_on: dueOn } = input;
  const at = services.clock.now();
  const change = { moved, note: note || null, assigneeId, dueOn, at, by: actor };
  return writeSql(ctx, async (client) => {
    const isWritten = await writeReview(client, project, entry, change);
    const after = await getEntryInProject(client, project.id, entry.id);
    const view = toReviewView(after);
    if (!view) throw new Overtaken();
    // Nothing to write: it's as the move would make it, or someone else's came in between.
    if (!isWritten && moved && !isAsItWas(after, moved)) throw new Overtaken();
    if (!isWritten) return { answer: view, audit: [] };
    await tellReviewers(ctx, client, { before: entry, after, moved, note: change.note, workflow, at });
    const { state, assignee, due_on } = view;
    const data = {
      collection_key: entry.collectionKey,
      state: state ?? workflow.states[0]?.key,
      assignee_id: assignee?.id ?? null,
      due_on,
    };
    const said = {
      ...(moved && { verdict: moved.verdict }),
      ...(moved && moved.locales.length > 0 && { locales: moved.locales }),
      ...(moved && note && { note }),
    };
    const audit = {
      action: entryActions['entry.review'],
      targetId: entry.id,
      data: { title: entry.title, ...data, ...said },
    };
    return { answer: view, audit };
  });
}

/** Whether the caller has one of some permissions for an entry, in one of the project's locales at least. */
function mayInSomeLocale(
  { actor, rights, project }: ProjectContext,
  { collectionKey: collection, createdBy }: EntryRecord,
  permissions: readonly Permission[],
): boolean {
  return permissions.some((permission) =>
    project.locales.some((locale) =>
      can({ rights, actor }, permission, { collection, locale, createdBy: createdBy.id }),
    ),
  );
}

/** @throws ApiError `validation_failed` unless it's a member who may read the entry */
async function checkAssignee({ project, services }: ProjectContext, entry: EntryRecord, id: string): Promise<void> {
  const [member] = await loadMemberships(services.database.pool, project.id, id);
  const rights = member && rightsOfMember(services.grants, project.customRoles, member);
  if (rights && isReadable(readableIn(rights), entry.collectionKey)) return;
  throw invalid(['assignee_id'], 'Name a member who may read this entry.');
}
