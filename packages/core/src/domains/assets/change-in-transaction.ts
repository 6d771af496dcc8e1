import type { ReadableCollections } from '../../access/permissions.ts';
import { assetActions } from '../../media/asset.names.ts';
import { checkFolder, loadAssets, lockAssets } from '../../media/asset.store.ts';
import type { AssetRecord } from '../../media/asset.ts';
import { trashAssets, writeAssets } from '../../media/change-assets.store.ts';
import { askForProcessing } from '../../media/processing/ask-for-processing.ts';
import { writeSql } from '../../platform/audit.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import { rerenderLater } from '../../publishing/rerender/changed-assets.store.ts';
import type { ProjectContext } from '../context.ts';
import { type AssetChange, applyChange, type ChangedAsset } from './asset-change.ts';
import { assetInUse } from './asset-in-use.ts';

/** An operation on assets. */
export type AssetAction =
  | {
      readonly kind: 'update';
      readonly change: AssetChange;
      /** Path of the folder in the request. */
      readonly folderPath: readonly string[];
    }
  | { readonly kind: 'delete' | 'restore' };

/** Fields that published content shows. */
const SHOWN: ReadonlySet<string> = new Set(['filename', 'alt_text', 'decorative', 'caption', 'credit', 'rights']);

/** An asset after an action, and the fields that differ. */
export interface DoneAsset {
  readonly asset: AssetRecord;
  readonly changed: readonly string[];
}

/** The outcome of an action on some assets. */
export interface Done {
  readonly done: ReadonlyMap<string, DoneAsset>;
  /** Why the other assets can't be changed, including those that don't exist. */
  readonly refused: ReadonlyMap<string, ApiError>;
}

/**
 * Applies an action to assets, in one transaction.
 *
 * @param answer makes the answer, which is stored for an Idempotency-Key; if it throws, nothing is changed
 * @throws ApiError `validation_failed` for a folder that doesn't exist
 */
export async function changeInTransaction<Answer>(
  ctx: ProjectContext,
  ids: readonly string[],
  action: AssetAction,
  answer: (outcome: Done) => Answer,
): Promise<Answer> {
  const now = ctx.services.clock.now();
  let needsJobs = false;
  const given = await writeSql(ctx, async (client) => {
    await lockAssets(client, ctx.project.id, ids);
    const before = await loadAssets(client, ctx.project.id, ids);
    if (action.kind === 'update') {
      await checkFolder(client, ctx.project.id, action.change.folderId ?? null, action.folderPath);
    }
    const outcome = await refuseUsed(client, workOutAll(ids, before, action, now), ctx.reads);
    const given = answer(outcome);
    const changed = [...outcome.done.values()].filter((one) => one.changed.length > 0);
    const assets = changed.map(({ asset }) => asset);
    if (action.kind === 'update') await writeAssets(client, assets, now);
    else await trashAssets(client, assets, now);
    const outdated = assets.filter(({ id, revision }) => before.get(id)?.revision !== revision).map(({ id }) => id);
    await askForProcessing(client, ctx.project.id, outdated, now);
    const shown = changed.filter(({ changed: fields }) => fields.some((field) => SHOWN.has(field)));
    const shownIds = shown.map(({ asset }) => asset.id);
    const isShown = await rerenderLater(client, ctx.project.id, shownIds, ctx, now);
    needsJobs = isShown || outdated.length > 0;
    return {
      answer: given,
      audit: changed.map(({ asset, changed: fields }) => ({
        action: assetActions[`asset.${action.kind}`],
        targetId: asset.id,
        data: { filename: asset.filename, ...(action.kind === 'update' && { changed: fields }) },
      })),
    };
  });
  if (needsJobs) ctx.services.jobs.wake();
  return given;
}

function workOutAll(
  ids: readonly string[],
  assets: ReadonlyMap<string, AssetRecord>,
  action: AssetAction,
  now: Date,
): Done {
  const done = new Map<string, DoneAsset>();
  const refused = new Map<string, ApiError>();
  for (const id of ids) {
    try {
      const before = assets.get(id);
      if (!before) throw new ApiError('media.asset_not_found');
      const { after, changed } = workOut(before, action, now);
      done.set(id, { asset: changed.length > 0 ? { ...after, updatedAt: now } : before, changed });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.set(id, error);
    }
  }
  return { done, refused };
}

/** Refuses to trash assets that entries use. The assets are locked, so no entry with one can be published meanwhile. */
async function refuseUsed(client: Queryable, { done, refused }: Done, reads: ReadableCollections): Promise<Done> {
  const used = [...done.values()].filter(({ asset, changed }) => {
    return asset.trashedAt !== null && changed.length > 0 && asset.usageCount > 0;
  });
  const refusals = new Map(refused);
  for (const { asset } of used) refusals.set(asset.id, await assetInUse(client, asset, reads));
  return { done: new Map([...done].filter(([id]) => !refusals.has(id))), refused: refusals };
}

function workOut(before: AssetRecord, action: AssetAction, now: Date): ChangedAsset {
  if (action.kind === 'update') return applyChange(before, action.change);
  const isTrashed = before.trashedAt !== null;
  if (isTrashed === (action.kind === 'delete')) return { after: before, changed: [] };
  return { after: { ...before, trashedAt: isTrashed ? null : now }, changed: ['trashed_at'] };
}
