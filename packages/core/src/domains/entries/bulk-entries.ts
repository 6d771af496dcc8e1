import { assertMay } from '../../access/authorize.ts';
import { sumDraftBytes } from '../../entries/entry.store.ts';
import type { EntryState } from '../../entries/entry.ts';
import { statusOf } from '../../entries/entry-status.ts';
import { ApiError, type ErrorDetail, invalid } from '../../platform/errors.ts';
import { assertMayChange } from '../../publishing/entry-command.ts';
import type { CommandEntries, Plan, ProjectLiveState, PublishCommand } from '../../publishing/model.ts';
import { Republication } from '../../publishing/republication/republication.ts';
import type { ProjectContext } from '../context.ts';
import type { BulkEntriesInput, BulkItem, BulkResult } from './bulk.schemas.ts';
import { planDeletion } from './delete-entry.ts';
import { isStale, staleBase } from './drafts/version-conflict.ts';
import type { EntryWarning } from './entries.schemas.ts';
import { refuseRepeats } from './locale-list.ts';
import { planPublication, publishWarnings } from './publish-entry.ts';
import { PublishUndo } from './publish-undo.ts';
import { planRepublication, republishWarnings } from './republish-entry.ts';
import { restoreInTransaction } from './restore-entry.ts';
import { stillReferredTo } from './still-referred-to.ts';
import { planUnpublication } from './unpublish-entry.ts';

type PublishingAction = Exclude<BulkEntriesInput['action'], 'restore'>;

const REASONS = {
  publish: 'publish',
  unpublish: 'unpublish',
  undo_publish: 'republish',
  republish: 'republish',
  trash: 'delete',
} as const satisfies Record<PublishingAction, PublishCommand['reason']>;
const TAKES_LOCALES: ReadonlySet<BulkEntriesInput['action']> = new Set(['publish', 'unpublish', 'republish']);
const MOST_WARNINGS = 100;
/** Values of so many bytes are worked on in one request. */
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Publishes, undoes publishes of, unpublishes, republishes, trashes or restores many entries: one command, and one snapshot. All of them or none, or with
 * `partial` those that can be.
 *
 * @throws ApiError `entry.bulk_refused` naming each entry that can't be, `validation_failed`, `unavailable`
 */
export async function bulkEntries(ctx: ProjectContext, input: BulkEntriesInput): Promise<BulkResult> {
  const { action, entry_ids: ids, partial = false } = input;
  // What the trash takes depends on each entry.
  if (action !== 'trash') assertMay(ctx, action === 'restore' ? 'entry.write' : 'entry.publish');
  refuseRepeatedEntries(ids);
  if (input.base_versions) {
    if (action !== 'publish' && action !== 'undo_publish') {
      throw invalid(['base_versions'], `The action ${action} takes no base_versions.`);
    }
    if (input.base_versions.length !== ids.length) {
      throw invalid(['base_versions'], `There are ${ids.length} entries, and ${input.base_versions.length} versions.`);
    }
  }
  if (action === 'undo_publish' && !input.base_versions) {
    throw invalid(['base_versions'], 'Say which publishes: give the versions that they answered with.');
  }
  if (input.locales) refuseRepeats(input.locales);
  if (input.locales && !TAKES_LOCALES.has(action)) {
    throw invalid(['locales'], `The action ${action} takes no locales: it is for whole entries.`);
  }
  const bytes = await sumDraftBytes(ctx.services.database.pool, ctx.project.id, ids);
  if (bytes > MOST_BYTES) {
    throw invalid(['entry_ids'], `These entries hold ${bytes} bytes together; a request takes ${MOST_BYTES}.`);
  }
  return action === 'restore' ? restoreAll(ctx, ids, partial) : changeAll(ctx, { ...input, action });
}

async function restoreAll(ctx: ProjectContext, ids: readonly string[], partial: boolean): Promise<BulkResult> {
  return restoreInTransaction(ctx, ids, ({ restored, refused }) => {
    if (!partial) refuseAll(ids, refused);
    return {
      data: ids.map((id) => toItem(id, restored.get(id)?.entry, restored.get(id)?.changed ?? false, refused.get(id))),
      published_at: null,
      warnings: [...restored.values()].flatMap(({ warnings }) => warnings).slice(0, MOST_WARNINGS),
    };
  });
}

async function changeAll(
  ctx: ProjectContext,
  input: BulkEntriesInput & { readonly action: PublishingAction },
): Promise<BulkResult> {
  const { action, entry_ids: ids, partial = false } = input;
  const { database, clock, publisher } = ctx.services;
  const refused = new Map<string, ApiError>();
  let warnings: EntryWarning[] =
    action === 'publish' || action === 'republish' || action === 'undo_publish'
      ? []
      : await stillReferredTo(
          database.pool,
          ctx.project.id,
          ids,
          action === 'unpublish' ? (input.locales ?? null) : null,
        );
  const republication = action === 'republish' ? new Republication(database, ids) : null;
  const versions = ids.map((id, index) => [id, input.base_versions?.[index] ?? 0] as const);
  const undo = action === 'undo_publish' ? new PublishUndo(database, new Map(versions)) : null;
  const reads = republication ?? undo;
  return publisher.submit<BulkResult>({
    projectId: ctx.project.id,
    entryIds: ids,
    ...(reads && { prepare: (project: ProjectLiveState) => reads.prepare(project) }),
    reason: REASONS[action],
    actor: ctx.actor,
    requestId: ctx.requestId,
    idempotency: ctx.idempotency,
    plan: (entries, project, neighbours) => {
      refused.clear();
      const plans = new Map<string, Plan>();
      const planOf = (entry: EntryState): Plan | null => {
        if (action === 'trash') return planDeletion(entry, clock.now());
        if (undo) return undo.plan(entry, project, plans.values());
        if (republication) {
          return planRepublication(republication, entry, project, input.locales ?? null, plans.values());
        }
        const locales = input.locales ?? ownLocales(entry, project, action);
        return action === 'publish'
          ? planPublication(entry, project, neighbours, { locales })
          : planUnpublication(entry, project.locales, locales);
      };
      for (const [index, id] of ids.entries()) {
        try {
          const entry = entries.get(id);
          if (!entry) throw new ApiError('entry.not_found');
          const base = input.base_versions?.[index];
          if (base !== undefined && !undo && isStale(entry, base)) {
            throw new ApiError('entry.version_conflict', { details: [staleBase(entry, base)] });
          }
          const plan = planOf(entry);
          if (!plan) continue;
          assertMayChange(ctx, entry, plan);
          plans.set(id, plan);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          refused.set(id, error);
        }
      }
      if (refused.size > 0 && !partial) refuseAll(ids, refused);
      if (undo) {
        warnings = undo
          .warnings(planned(entries, plans), project)
          .filter(({ entry_id: other, path }) => !plans.get(other ?? '')?.live.get(String(path?.[1])))
          .slice(0, MOST_WARNINGS);
      }
      if (action === 'publish' || republication) {
        const warningsOf = (entry: EntryState): EntryWarning[] =>
          republication
            ? republishWarnings(republication, entry, project, input.locales ?? null)
            : publishWarnings(entry, project, neighbours, input.locales ?? ownLocales(entry, project, action));
        warnings = [...entries.values()]
          .filter(({ id }) => (republication ? plans.has(id) : !refused.has(id)))
          .flatMap(warningsOf)
          .filter(({ entry_id: other, path }) => !plans.get(other ?? '')?.live.has(String(path?.[1])))
          .slice(0, MOST_WARNINGS);
      }
      return plans;
    },
    answer: ({ entries, changed, publishedAt }) => ({
      data: ids.map((id) => toItem(id, entries.get(id), changed.has(id), refused.get(id))),
      published_at: publishedAt?.toISOString() ?? null,
      warnings,
    }),
  });
}

function planned(entries: CommandEntries, plans: ReadonlyMap<string, Plan>): EntryState[] {
  return [...entries.values()].filter(({ id }) => plans.has(id));
}

/** The locales that an entry has: those with a draft to publish, or those that are live to unpublish. */
function ownLocales(entry: EntryState, project: ProjectLiveState, action: PublishingAction): string[] {
  const own = action === 'publish' ? [...entry.drafts.keys()] : [...entry.live.keys()];
  return own.filter((locale) => action !== 'publish' || project.locales.includes(locale));
}

function toItem(id: string, entry: EntryState | undefined, changed: boolean, refusal: ApiError | undefined): BulkItem {
  return {
    id,
    result: refusal ? 'refused' : changed ? 'changed' : 'unchanged',
    version: entry?.version ?? null,
    entry_status: entry ? statusOf(entry).status : null,
    error: refusal
      ? {
          code: refusal.errorCode,
          message: refusal.message,
          details: (refusal.details ?? []).map(({ path, ...detail }) => ({ ...detail, path: [...path] })),
        }
      : null,
  };
}

function refuseRepeatedEntries(ids: readonly string[]): void {
  const details = ids.flatMap((id, index): ErrorDetail[] =>
    ids.indexOf(id) < index ? [{ path: ['entry_ids', index], message: `${id} is named twice.` }] : [],
  );
  if (details.length > 0) throw new ApiError('validation_failed', { details });
}

/** @throws ApiError `entry.bulk_refused` with what is wrong with each of the entries */
function refuseAll(ids: readonly string[], refused: ReadonlyMap<string, ApiError>): void {
  if (refused.size === 0) return;
  const details = [...refused].flatMap(([id, error]): ErrorDetail[] => {
    const place = { entry_id: id, code: error.errorCode };
    const path = ['entry_ids', ids.indexOf(id)];
    const own = error.details ?? [];
    return own.length === 0
      ? [{ ...place, path, message: error.message }]
      : own.map((detail) => ({ ...detail, ...place, path: [...path, ...detail.path] }));
  });
  throw new ApiError('entry.bulk_refused', { details });
}
