import type { Pool } from 'pg';
import { execute, query, sql } from '../platform/database/sql.ts';

/** A live token, and the pointer that its mirror should hold. */
export interface MirrorTarget {
  readonly tokenId: string;
  readonly secretHash: string;
  readonly expiresAt: Date | null;
  readonly projectId: string;
  readonly snapshotId: string;
  readonly publishedAt: Date;
  readonly sequence: number;
  readonly manifestHash: string;
}

/** Live tokens of a project with the live pointer, in one statement; none while nothing is live. */
export async function loadMirrorTargets(pool: Pool, projectId: string): Promise<MirrorTarget[]> {
  const rows = await query<{
    id: string;
    secret_hash: string;
    expires_at: Date | null;
    live_seq: number;
    live_snapshot_id: string;
    published_at: Date;
    manifest_hash: string;
  }>(
    pool,
    sql`SELECT t.id, t.secret_hash, t.expires_at, p.live_seq, p.live_snapshot_id, s.published_at, s.manifest_hash
      FROM projects p JOIN snapshots s ON s.id = p.live_snapshot_id
      JOIN project_tokens t ON t.project_id = p.id AND t.revoked_at IS NULL
        AND (t.expires_at IS NULL OR t.expires_at > now())
      WHERE p.id = ${projectId}`,
  );
  return rows.map((row) => ({
    tokenId: row.id,
    secretHash: row.secret_hash,
    expiresAt: row.expires_at,
    projectId,
    snapshotId: row.live_snapshot_id,
    publishedAt: row.published_at,
    sequence: row.live_seq,
    manifestHash: row.manifest_hash,
  }));
}

/**
 * Notes which sequence the mirrors of tokens name. It waits for no disk: a note that is lost makes the mirror be written
 * again.
 *
 * @returns the hashes among those given that are no longer a live token's
 */
export async function confirmMirrors(pool: Pool, secretHashes: readonly string[], sequence: number): Promise<string[]> {
  const rows = await query<{ secret_hash: string }>(
    pool,
    sql`WITH confirmed AS (
        UPDATE project_tokens SET mirrored_seq = greatest(mirrored_seq, ${sequence})
        FROM set_config('synchronous_commit', 'off', true)
        WHERE secret_hash = ANY(${secretHashes}) AND revoked_at IS NULL RETURNING secret_hash
      )
      SELECT secret_hash FROM unnest(${secretHashes}::text[]) AS given(secret_hash)
      WHERE secret_hash NOT IN (SELECT secret_hash FROM confirmed)`,
  );
  return rows.map((row) => row.secret_hash);
}

/** Projects with a live token whose mirror is missing or behind. */
export async function findProjectsToMirror(pool: Pool): Promise<string[]> {
  const rows = await query<{ id: string }>(
    pool,
    sql`SELECT DISTINCT p.id FROM projects p JOIN project_tokens t ON t.project_id = p.id
      WHERE p.live_snapshot_id IS NOT NULL AND t.revoked_at IS NULL
        AND (t.expires_at IS NULL OR t.expires_at > now())
        AND (t.mirrored_seq IS NULL OR t.mirrored_seq < p.live_seq)`,
  );
  return rows.map((row) => row.id);
}

/** Hashes of secrets that ended and whose mirrors are still to be taken away. */
export async function findRetiredMirrors(pool: Pool): Promise<string[]> {
  const rows = await query<{ secret_hash: string }>(pool, sql`SELECT secret_hash FROM retired_mirrors`);
  return rows.map((row) => row.secret_hash);
}

/**
 * Forgets a retired mirror that was taken away, but not before it's a quarter of an hour old: until then another process
 * that had read the token as live may still write it.
 */
export async function forgetRetiredMirror(pool: Pool, secretHash: string): Promise<void> {
  await execute(
    pool,
    sql`DELETE FROM retired_mirrors WHERE secret_hash = ${secretHash} AND retired_at < now() - interval '15 minutes'`,
  );
}

/** Hashes of the secrets of all live tokens that have a mirror. */
export async function findMirroredHashes(pool: Pool): Promise<string[]> {
  const rows = await query<{ secret_hash: string }>(
    pool,
    sql`SELECT t.secret_hash FROM project_tokens t JOIN projects p ON p.id = t.project_id
      WHERE p.live_snapshot_id IS NOT NULL AND t.mirrored_seq IS NOT NULL AND t.revoked_at IS NULL
        AND (t.expires_at IS NULL OR t.expires_at > now())`,
  );
  return rows.map((row) => row.secret_hash);
}

/** Notes that mirrors are gone, so that they're written anew. */
export async function forgetMirrors(pool: Pool, secretHashes: readonly string[]): Promise<void> {
  await execute(pool, sql`UPDATE project_tokens SET mirrored_seq = NULL WHERE secret_hash = ANY(${secretHashes})`);
}
