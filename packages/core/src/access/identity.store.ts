import type { Pool } from 'pg';
import { execute, query, queryPrepared, sql } from '../platform/database/sql.ts';
import type { ProjectState, TokenIdentity } from './identity.ts';
import type { Role, Scope } from './permissions.ts';

/** Rows come as one JSON value each, times as text: reading many columns one by one costs a multiple of it. */
interface ProjectRow {
  project_id: string;
  project_name: string;
  slug: string;
  default_locale: string;
  locales: string[];
  schema_version: number;
  live_seq: number;
  project_created_at: string;
  live_snapshot_id: string | null;
  live_published_at: string | null;
  live_schema_version: number | null;
  live_manifest_hash: string | null;
}

const PROJECT_COLUMNS = sql`p.id AS project_id, p.name AS project_name, p.slug, p.default_locale, p.locales,
  p.schema_version, p.live_seq, p.created_at AS project_created_at, p.live_snapshot_id,
  s.published_at AS live_published_at, s.schema_version AS live_schema_version, s.manifest_hash AS live_manifest_hash`;

interface TokenRow extends ProjectRow {
  id: string;
  secret_hash: string;
  name: string;
  scope: Scope;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

/** A token with its project and pointer, whether or not the token is still good. */
export interface TokenRecord {
  readonly token: TokenIdentity;
  readonly revokedAt: Date | null;
  readonly project: ProjectState;
}

/** Finds tokens by the hashes of their secrets, each with its project and the live pointer, in one statement. */
export async function findTokens(pool: Pool, secretHashes: readonly string[]): Promise<Map<string, TokenRecord>> {
  // Prepared, since planning its joins costs more than running it.
  const rows = await queryPrepared<{ found: TokenRow }>(
    pool,
    sql`SELECT row_to_json(found) AS found FROM (
      SELECT t.id, t.secret_hash, t.name, t.scope, t.created_at, t.expires_at, t.revoked_at, t.last_used_at,
        ${PROJECT_COLUMNS}
      FROM project_tokens t JOIN projects p ON p.id = t.project_id LEFT JOIN snapshots s ON s.id = p.live_snapshot_id
      WHERE t.secret_hash = ANY(${secretHashes})) AS found`,
  );
  return new Map(rows.map(({ found }) => [found.secret_hash, toTokenRecord(found)]));
}

/** Finds a project with its pointer, for one of its members. Null when there is none or the person isn't a member. */
export async function findProjectOfMember(
  pool: Pool,
  projectId: string,
  userId: string,
): Promise<{ project: ProjectState; role: Role } | null> {
  const rows = await query<{ found: ProjectRow & { role: Role } }>(
    pool,
    sql`SELECT row_to_json(found) AS found FROM (
      SELECT m.role, ${PROJECT_COLUMNS}
      FROM projects p JOIN members m ON m.project_id = p.id AND m.user_id = ${userId}
      LEFT JOIN snapshots s ON s.id = p.live_snapshot_id
      WHERE p.id = ${projectId}) AS found`,
  );
  const row = rows[0]?.found;
  return row ? { project: toProject(row), role: row.role } : null;
}

/** A project as it is now, by its id; null when it's gone. */
export async function findProject(pool: Pool, projectId: string): Promise<ProjectState | null> {
  const rows = await query<{ found: ProjectRow }>(
    pool,
    sql`SELECT row_to_json(found) AS found FROM (
      SELECT ${PROJECT_COLUMNS} FROM projects p LEFT JOIN snapshots s ON s.id = p.live_snapshot_id
      WHERE p.id = ${projectId}) AS found`,
  );
  const row = rows[0]?.found;
  return row ? toProject(row) : null;
}

/** Notes when tokens were last used, by their ids. */
export async function noteTokensUsed(pool: Pool, used: ReadonlyMap<string, Date>): Promise<void> {
  await execute(
    pool,
    sql`UPDATE project_tokens t SET last_used_at = greatest(t.last_used_at, u.at)
      FROM unnest(${[...used.keys()]}::text[], ${[...used.values()]}::timestamptz[]) AS u(id, at) WHERE t.id = u.id`,
  );
}

function toTokenRecord(row: TokenRow): TokenRecord {
  return {
    token: {
      id: row.id,
      name: row.name,
      scope: row.scope,
      createdAt: new Date(row.created_at),
      expiresAt: toDate(row.expires_at),
      lastUsedAt: toDate(row.last_used_at),
    },
    revokedAt: toDate(row.revoked_at),
    project: toProject(row),
  };
}

function toProject(row: ProjectRow): ProjectState {
  return {
    id: row.project_id,
    name: row.project_name,
    slug: row.slug,
    defaultLocale: row.default_locale,
    locales: row.locales,
    schemaVersion: row.schema_version,
    liveSeq: row.live_seq,
    createdAt: new Date(row.project_created_at),
    live:
      row.live_snapshot_id && row.live_published_at && row.live_manifest_hash !== null
        ? {
            snapshotId: row.live_snapshot_id,
            publishedAt: new Date(row.live_published_at),
            schemaVersion: row.live_schema_version ?? 0,
            manifestHash: row.live_manifest_hash,
          }
        : null,
  };
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
