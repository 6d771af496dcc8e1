import type { Pool } from 'pg';
import { int, nullable, type RowOf, text, timestamp } from '../platform/database/row.ts';
import { execute, query, sql } from '../platform/database/sql.ts';

/** So many live files are looked for at each start. */
const MOST_CHECKED = 200;

const MIRROR_TARGET = {
  secretHash: nullable(text),
  expiresAt: nullable(timestamp),
  liveName: text,
  projectId: text,
  snapshotId: text,
  publishedAt: timestamp,
  sequence: int,
  manifestHash: text,
};

/** The live pointer of a project, and one of the live tokens whose own mirror is behind; null when none is. */
export type MirrorTarget = RowOf<typeof MIRROR_TARGET>;

/** Condition: a token `t` is live. */
const IS_LIVE = sql`t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())`;

/** The same for all such tokens, in one statement; none while nothing is published. */
export function loadMirrorTargets(pool: Pool, projectId: string): Promise<MirrorTarget[]> {
  return query(
    pool,
    sql`SELECT t.secret_hash AS "secretHash", t.expires_at AS "expiresAt", p.id AS "projectId",
        p.live_name AS "liveName", p.live_seq AS sequence, p.live_snapshot_id AS "snapshotId", s.published_at AS "publishedAt",
        s.manifest_hash AS "manifestHash"
      FROM projects p JOIN snapshots s ON s.id = p.live_snapshot_id
      LEFT JOIN project_tokens t ON t.project_id = p.id AND ${IS_LIVE}
        AND (t.mirrored_seq IS NULL OR t.mirrored_seq < p.live_seq)
      WHERE p.id = ${projectId}`,
    MIRROR_TARGET,
  );
}

/** Records the sequence in a project's live file, as `confirmMirrors` does. */
export async function confirmLiveFile(pool: Pool, projectId: string, sequence: number): Promise<void> {
  await execute(
    pool,
    sql`UPDATE projects SET mirrored_seq = greatest(mirrored_seq, ${sequence})
      FROM set_config('synchronous_commit', 'off', true) WHERE id = ${projectId}`,
  );
}

/**
 * Records the sequence in the mirrors of tokens. The write doesn't wait for the disk: if it's lost, the mirror is written again.
 *
 * @returns the given hashes whose tokens are no longer live
 */
export async function confirmMirrors(pool: Pool, secretHashes: readonly string[], sequence: number): Promise<string[]> {
  const rows = await query(
    pool,
    sql`WITH confirmed AS (
        UPDATE project_tokens SET mirrored_seq = greatest(mirrored_seq, ${sequence})
        FROM set_config('synchronous_commit', 'off', true)
        WHERE secret_hash = ANY(${secretHashes}) AND revoked_at IS NULL RETURNING secret_hash
      )
      SELECT secret_hash FROM unnest(${secretHashes}::text[]) AS given(secret_hash)
      WHERE secret_hash NOT IN (SELECT secret_hash FROM confirmed)`,
    { secret_hash: text },
  );
  return rows.map((row) => row.secret_hash);
}

/** Projects whose live file, or the mirror of one of whose live tokens, is missing or behind. */
export async function findProjectsToMirror(pool: Pool): Promise<string[]> {
  const rows = await query(
    pool,
    sql`SELECT p.id FROM projects p WHERE p.live_snapshot_id IS NOT NULL
      AND (p.mirrored_seq IS NULL OR p.mirrored_seq < p.live_seq OR EXISTS (SELECT FROM project_tokens t
        WHERE t.project_id = p.id AND ${IS_LIVE} AND (t.mirrored_seq IS NULL OR t.mirrored_seq < p.live_seq)))`,
    { id: text },
  );
  return rows.map((row) => row.id);
}

/** Hashes of ended secrets whose mirrors must still be removed. */
export async function findRetiredMirrors(pool: Pool): Promise<string[]> {
  const rows = await query(pool, sql`SELECT secret_hash FROM retired_mirrors`, { secret_hash: text });
  return rows.map((row) => row.secret_hash);
}

/**
 * Forgets a retired mirror after its removal, but not within 15 minutes: another process, which read the token before it ended,
 * may still write the mirror.
 */
export async function forgetRetiredMirror(pool: Pool, secretHash: string): Promise<void> {
  await execute(
    pool,
    sql`DELETE FROM retired_mirrors WHERE secret_hash = ${secretHash} AND retired_at < now() - interval '15 minutes'`,
  );
}

/** Hashes of the secrets of all live tokens that have a mirror. */
export async function findMirroredHashes(pool: Pool): Promise<string[]> {
  const rows = await query(
    pool,
    sql`SELECT t.secret_hash FROM project_tokens t JOIN projects p ON p.id = t.project_id
      WHERE p.live_snapshot_id IS NOT NULL AND t.mirrored_seq IS NOT NULL AND ${IS_LIVE}`,
    { secret_hash: text },
  );
  return rows.map((row) => row.secret_hash);
}

/** The projects that have a live file, with its name: those that went live last. Where others lose theirs, mirrors answer. */
export function findMirroredProjects(pool: Pool): Promise<{ id: string; name: string }[]> {
  return query(
    pool,
    sql`SELECT p.id, p.live_name AS name FROM projects p JOIN snapshots s ON s.id = p.live_snapshot_id
      WHERE p.mirrored_seq IS NOT NULL ORDER BY s.published_at DESC LIMIT ${MOST_CHECKED}`,
    { id: text, name: text },
  );
}

/** Records that live files are gone, so that they're written again. */
export async function forgetLiveFiles(pool: Pool, projectIds: readonly string[]): Promise<void> {
  await execute(pool, sql`UPDATE projects SET mirrored_seq = NULL WHERE id = ANY(${projectIds})`);
}

/** Records that mirrors are gone, so that they're written again. */
export async function forgetMirrors(pool: Pool, secretHashes: readonly string[]): Promise<void> {
  await execute(pool, sql`UPDATE project_tokens SET mirrored_seq = NULL WHERE secret_hash = ANY(${secretHashes})`);
}
