import DataLoader from 'dataloader';
import type { Pool } from 'pg';
import { bool, json, nullable, text, timestamp } from '../platform/database/row.ts';
import { execute, query, queryPrepared, type Sql, sql } from '../platform/database/sql.ts';
import type { LivePointer, PreviewLinkIdentity, ProjectState, TokenIdentity } from './identity.ts';
import type { Membership } from './membership.ts';

/** A row as JSON, in which times are strings. */
type Stored<Row> = {
  [Name in keyof Row]: Row[Name] extends Date | null ? string | Extract<Row[Name], null> : Row[Name];
};
type StoredProject = Stored<Omit<ProjectState, 'live'>> & { readonly live: Stored<LivePointer> | null };

/** A project `p` with its live snapshot `s` as one JSON value, which is several times as fast as many columns. */
const PROJECT = sql`json_build_object('id', p.id, 'name', p.name, 'slug', p.slug, 'defaultLocale', p.default_locale,
  'locales', p.locales, 'previewSites', p.preview_sites, 'customRoles', p.custom_roles,
  'quotas', p.quotas, 'requiresTwoFactor', p.requires_two_factor,
  'schemaVersion', p.schema_version, 'liveSeq', p.live_seq, 'createdAt', p.created_at,
  'live', CASE WHEN s.manifest_hash IS NOT NULL THEN json_build_object('snapshotId', s.id, 'publishedAt', s.published_at,
    'schemaVersion', s.schema_version, 'manifestHash', s.manifest_hash) END)`;

/** A token with its project and live pointer. It may be revoked or expired. */
export interface TokenRecord {
  readonly token: TokenIdentity;
  readonly revokedAt: Date | null;
  readonly project: ProjectState;
}

/** Finds tokens by the hashes of their secrets; null when there is none. */
export type TokenLookup = DataLoader<string, TokenRecord | null>;

/**
 * Finds tokens for all requests of a process. Requests that arrive together share one statement. It's sent after the last of
 * them, so none gets older data than from a statement of its own. Nothing is cached.
 */
export function createTokenLookup(pool: Pool): TokenLookup {
  return new DataLoader<string, TokenRecord | null>(
    async (secretHashes) => {
      const found = await findTokens(pool, sql`t.secret_hash = ANY(${[...new Set(secretHashes)]})`);
      return secretHashes.map((secretHash) => found.get(secretHash) ?? null);
    },
    { cache: false, maxBatchSize: 100, batchScheduleFn: setImmediate },
  );
}

/** Finds a token by its id. */
export async function findTokenById(pool: Pool, id: string): Promise<TokenRecord | null> {
  const [found] = (await findTokens(pool, sql`t.id = ${id}`)).values();
  return found ?? null;
}

async function findTokens(pool: Pool, which: Sql): Promise<Map<string, TokenRecord>> {
  // Prepared, since planning its joins costs more than running it.
  const rows = await queryPrepared(
    pool,
    sql`SELECT t.secret_hash AS hash, ${PROJECT} AS project, to_json(t.revoked_at) AS "revokedAt",
        json_build_object('id', t.id, 'name', t.name, 'scope', t.scope, 'limits', t.limits, 'createdAt', t.created_at,
          'expiresAt', t.expires_at, 'lastUsedAt', t.last_used_at) AS token
      FROM project_tokens t JOIN projects p ON p.id = t.project_id LEFT JOIN snapshots s ON s.id = p.live_snapshot_id
      WHERE ${which}`,
    {
      hash: text,
      token: json<Stored<TokenIdentity>>(),
      revokedAt: nullable(json<string>()),
      project: json<StoredProject>(),
    },
  );
  return new Map(
    rows.map(({ hash, token, revokedAt, project }) => {
      const times = { createdAt: new Date(token.createdAt), expiresAt: toDate(token.expiresAt) };
      const known = { ...token, ...times, lastUsedAt: toDate(token.lastUsedAt) };
      return [hash, { token: known, revokedAt: toDate(revokedAt), project: toProject(project) }];
    }),
  );
}

/** A person in a project. */
interface MemberOfProject extends Membership {
  readonly hasTwoFactor: boolean;
  readonly project: ProjectState;
}

const MEMBER = {
  role: text,
  limits: nullable(json<NonNullable<Membership['limits']>>()),
  hasTwoFactor: bool,
  project: json<StoredProject>(),
};

/** A project with its live pointer, for one of its members. Null when it doesn't exist, or the person is no member or deactivated. */
export async function findProjectOfMember(
  pool: Pool,
  projectId: string,
  userId: string,
): Promise<(MemberOfProject & { readonly hasAnyFactor: boolean }) | null> {
  const [row] = await query(
    pool,
    sql`SELECT m.role, m.limits, u.two_factor_enabled AS "hasTwoFactor",
        u.two_factor_enabled OR u.provider_factor AS "hasAnyFactor", ${PROJECT} AS project FROM projects p
      JOIN members m ON m.project_id = p.id AND m.user_id = ${userId} JOIN users u ON u.id = m.user_id
      LEFT JOIN snapshots s ON s.id = p.live_snapshot_id
      WHERE p.id = ${projectId} AND u.deactivated_at IS NULL`,
    { ...MEMBER, hasAnyFactor: bool },
  );
  return row ? { ...row, project: toProject(row.project) } : null;
}

/**
 * A preview link that is neither revoked nor expired, with its project and its creator's place there. Null when there is none, or
 * when its creator has left or is deactivated.
 */
export async function findPreviewLink(
  pool: Pool,
  secretHash: string,
  now: Date,
): Promise<(MemberOfProject & { link: PreviewLinkIdentity }) | null> {
  const [row] = await query(
    pool,
    sql`SELECT l.id, l.entry_id AS "entryId", l.created_at AS "createdAt", l.expires_at AS "expiresAt",
        m.role, m.limits, u.two_factor_enabled OR u.provider_factor AS "hasTwoFactor", ${PROJECT} AS project
      FROM preview_links l JOIN projects p ON p.id = l.project_id
      JOIN members m ON m.project_id = p.id AND m.user_id = l.creator_id JOIN users u ON u.id = m.user_id
      LEFT JOIN snapshots s ON s.id = p.live_snapshot_id
      WHERE l.secret_hash = ${secretHash} AND l.revoked_at IS NULL AND l.expires_at > ${now}
        AND u.deactivated_at IS NULL`,
    { ...MEMBER, id: text, entryId: nullable(text), createdAt: timestamp, expiresAt: timestamp },
  );
  if (!row) return null;
  const { role, limits, hasTwoFactor, project, ...link } = row;
  return { role, limits, hasTwoFactor, link, project: toProject(project) };
}

/** A project by its id; null when it doesn't exist. */
export async function findProject(pool: Pool, projectId: string): Promise<ProjectState | null> {
  const [row] = await query(
    pool,
    sql`SELECT ${PROJECT} AS project FROM projects p LEFT JOIN snapshots s ON s.id = p.live_snapshot_id
      WHERE p.id = ${projectId}`,
    { project: json<StoredProject>() },
  );
  return row ? toProject(row.project) : null;
}

/** Records when tokens were last used, by their ids. */
export async function noteTokensUsed(pool: Pool, used: ReadonlyMap<string, Date>): Promise<void> {
  await execute(
    pool,
    sql`UPDATE project_tokens t SET last_used_at = greatest(t.last_used_at, u.at)
      FROM unnest(${[...used.keys()]}::text[], ${[...used.values()]}::timestamptz[]) AS u(id, at) WHERE t.id = u.id`,
  );
}

function toProject({ createdAt, live, ...project }: StoredProject): ProjectState {
  const pointer = live && { ...live, publishedAt: new Date(live.publishedAt) };
  return { ...project, createdAt: new Date(createdAt), live: pointer };
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
