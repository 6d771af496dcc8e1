import type { WorkflowDocument, WorkflowState } from '@stele/schema';
import { insufficientRights } from '../../../access/authorize.ts';
import type { Approval, EntryRecord } from '../../../entries/entry.ts';
import { isStale } from '../../../entries/stale-base.ts';
import { ApiError, invalid } from '../../../platform/errors.ts';
import { languageName } from '../../../platform/language-name.ts';
import { localesToApprove, waitingLocales } from '../../../publishing/changes/approval.ts';
import type { ProjectContext } from '../../context.ts';
import { versionConflict } from '../drafts/version-conflict.ts';
import { entryErrors } from '../entries.names.ts';
import { toReviewView } from '../entry-view.ts';
import { loadAuthors, writtenBy } from './approval-authors.store.ts';
import { mayMoveTo } from './may-move.ts';
import type { ReviewVerdict, UpdateReviewInput } from './review.schemas.ts';

/** A move in a workflow, checked. */
export interface PlannedMove {
  /** The state that was named. */
  readonly to: WorkflowState;
  readonly verdict: ReviewVerdict;
  /** The locales that this approves. */
  readonly locales: readonly string[];
  /** Key of the state that the entry is in afterwards: where some of it still waits for an approval, it stays where it is. */
  readonly state: string | null;
  readonly approvedVersion: number | null;
  readonly approved: Readonly<Record<string, Approval>>;
}

/**
 * Plans what a move changes. Approving is for the values that wait for it, in all locales or in some; where it names a locale that is
 * live as it is, that may leave the site. Other approvals stay until someone sends the entry back.
 *
 * @throws ApiError why the entry can't be moved there
 */
export async function planMove(
  ctx: ProjectContext,
  entry: EntryRecord,
  workflow: WorkflowDocument,
  { state: key, base_version: base, locales: asked }: Omit<UpdateReviewInput, 'projectId'>,
): Promise<PlannedMove> {
  const { pool } = ctx.services.database;
  const to = workflow.states.find((one) => one.key === key);
  if (!to) {
    const known = workflow.states.map((one) => one.key).join(', ');
    throw invalid(['state'], `The workflow has no such state. It has: ${known}.`);
  }
  if (base === undefined) throw invalid(['base_version'], 'Say which version you saw.');
  const isApproval = to.key === workflow.publish_needs;
  const unknown = (asked ?? []).findIndex((locale) => !entry.drafts.has(locale));
  if (unknown >= 0) throw invalid(['locales', unknown], 'The entry has no values in this locale.');
  const locales = isApproval ? localesToApprove(entry, to, asked ?? null) : [];
  if (!mayMoveTo(ctx, entry, workflow, to, locales)) throw insufficientRights(ctx);
  if (isStale(entry, base)) throw await versionConflict(pool, ctx.project.id, entry, base);
  if (workflow.approval === 'another_person') await assertAnothers(ctx, entry, locales);
  const verdict = verdictOf(ctx, entry, workflow, to);
  const approved = approvalsAfter(ctx, entry, workflow, { to, locales, asked });
  if (!isApproval) return { to, verdict, locales: [], state: to.key, approvedVersion: null, approved };
  const isWhole = waitingLocales(entry, to).every((locale) => locales.includes(locale));
  return {
    to,
    verdict,
    locales,
    state: isWhole ? to.key : (toReviewView(entry)?.state ?? null),
    approvedVersion: isWhole ? entry.valuesVersion : null,
    approved,
  };
}

/** @throws ApiError `entry.needs_another_person` where the caller wrote some of what they would approve */
async function assertAnothers(ctx: ProjectContext, entry: EntryRecord, locales: readonly string[]): Promise<void> {
  const authors = await loadAuthors(ctx.services.database.pool, entry, locales);
  const own = writtenBy(authors, ctx.actor.id, locales);
  if (own.length === 0) return;
  const details = own.map((locale) => ({
    path: ['locales', locale],
    message: `You or a token of yours wrote some of what would go live in ${languageName(locale)}.`,
  }));
  throw new ApiError(entryErrors['entry.needs_another_person'], { details });
}

/** The verdict that a move is. */
function verdictOf(
  { actor }: ProjectContext,
  entry: EntryRecord,
  workflow: WorkflowDocument,
  to: WorkflowState,
): ReviewVerdict {
  const keys = workflow.states.map(({ key }) => key);
  const [now, needed] = [keys.indexOf(to.key), keys.indexOf(workflow.publish_needs ?? '')];
  if (now === needed) return 'approved';
  const { state = null, moved_by: mover = null } = toReviewView(entry) ?? {};
  const was = Math.max(0, keys.indexOf(state ?? ''));
  if (now === needed - 1 && now >= was && needed > 1) return 'asked';
  // Who asked takes back, and sends nothing back.
  return needed >= 0 && now < was && mover?.id !== actor.id ? 'sent_back' : 'moved';
}

/** The approvals that hold after a move. Approvals of values that aren't there any more go. */
function approvalsAfter(
  { actor, services }: ProjectContext,
  entry: EntryRecord,
  workflow: WorkflowDocument,
  {
    to,
    locales,
    asked,
  }: { readonly to: WorkflowState; readonly locales: readonly string[]; readonly asked: readonly string[] | undefined },
): PlannedMove['approved'] {
  const keys = workflow.states.map(({ key }) => key);
  const was = Math.max(0, keys.indexOf(toReviewView(entry)?.state ?? ''));
  const isBack = keys.indexOf(to.key) < was || to.key === keys[0];
  const kept = Object.entries(entry.review?.approved ?? {}).filter(
    ([locale, { hash, state }]) =>
      state === workflow.publish_needs &&
      hash === entry.drafts.get(locale)?.valuesHash &&
      !(isBack && (asked === undefined || asked.includes(locale))),
  );
  const at = services.clock.now().toISOString();
  const given = locales.map((locale): [string, Approval] => [
    locale,
    { hash: entry.drafts.get(locale)?.valuesHash ?? '', state: to.key, by: actor, at },
  ]);
  return Object.fromEntries([...kept, ...given]);
}
