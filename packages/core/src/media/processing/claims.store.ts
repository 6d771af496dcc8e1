import { execute, type Queryable, query, sql } from '../../platform/database/sql.ts';
import { ASSET_COLUMNS, type AssetRow, toAssetRecord } from '../asset.store.ts';
import type { AssetError, AssetRecord, Renditions } from '../asset.ts';
import type { ProcessResult } from '../processor.ts';

/** An asset that somebody is processing. */
export interface ClaimedAsset {
  readonly asset: AssetRecord;
  /** Names who does it: when somebody else has taken it over, it's another one. */
  readonly claim: string;
  /** How often its processing has begun, this time among them. */
  readonly attempts: number;
}

/**
 * Takes on an asset that is due: each only one, of any number of processes.
 *
 * @param until when it's due again, unless it's done or the claim is renewed: whoever has it is taken for dead then
 * @returns null when none is due
 */
export async function claimDueAsset(
  client: Queryable,
  claim: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<ClaimedAsset | null> {
  const [row] = await query<AssetRow & { attempts: number }>(
    client,
    sql`UPDATE assets a SET claim = ${claim}, due_at = ${until}, attempts = a.attempts + 1
      FROM (SELECT id FROM assets WHERE due_at <= ${now} ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED) due
      WHERE a.id = due.id RETURNING ${ASSET_COLUMNS}, a.attempts`,
  );
  return row ? { asset: toAssetRecord(row), claim, attempts: row.attempts } : null;
}

/** Goes on with an asset for longer. @returns false when somebody else has it, or it's gone */
export async function renewClaim(client: Queryable, { asset, claim }: ClaimedAsset, until: Date): Promise<boolean> {
  const renewed = await execute(
    client,
    sql`UPDATE assets SET due_at = ${until} WHERE id = ${asset.id} AND claim = ${claim}`,
  );
  return renewed === 1;
}

/** Writes what an asset became. @returns false when somebody else has it, or it's gone: then nothing is written */
export async function finishReady(
  client: Queryable,
  { asset, claim }: ClaimedAsset,
  result: Extract<ProcessResult, { status: 'ready' }>,
  renditions: Renditions,
  now: Date,
): Promise<boolean> {
  const finished = await execute(
    client,
    sql`UPDATE assets SET stage = 'ready', kind = ${result.kind}, mime = ${result.mime}, width = ${result.width}::int,
        height = ${result.height}::int, duration = ${result.duration}::float8, pages = ${result.pages}::int,
        placeholder = ${result.placeholder}, dominant_color = ${result.dominantColor},
        renditions = ${JSON.stringify(renditions)}::jsonb, rendered_revision = revision, error = NULL, due_at = NULL,
        claim = NULL, attempts = 0, updated_at = ${now}
      WHERE id = ${asset.id} AND claim = ${claim}`,
  );
  return finished === 1;
}

/** Writes why nothing could be made of an asset. What was made of it before is served on. @returns as `finishReady` */
export async function finishFailed(
  client: Queryable,
  { asset, claim }: ClaimedAsset,
  error: AssetError,
  now: Date,
): Promise<boolean> {
  const finished = await execute(
    client,
    sql`UPDATE assets SET stage = CASE WHEN renditions IS NULL THEN 'failed' ELSE stage END,
        error = ${JSON.stringify(error)}::jsonb, due_at = NULL, claim = NULL, attempts = 0, updated_at = ${now}
      WHERE id = ${asset.id} AND claim = ${claim}`,
  );
  return finished === 1;
}

/**
 * Leaves an asset to be processed later, by anybody.
 *
 * @param counts whether the attempt was one: it isn't when it had to be ended
 */
export async function postpone(
  client: Queryable,
  { asset, claim }: ClaimedAsset,
  dueAt: Date,
  counts: boolean,
): Promise<void> {
  await execute(
    client,
    sql`UPDATE assets SET due_at = ${dueAt}, claim = NULL, attempts = greatest(0, attempts - ${counts ? 0 : 1}::int)
      WHERE id = ${asset.id} AND claim = ${claim}`,
  );
}
