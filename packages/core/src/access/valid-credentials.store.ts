import { json, nullable } from '../platform/database/row.ts';
import { type Queryable, queryPrepared, rowsOf, sql } from '../platform/database/sql.ts';
import { type CustomRoles, type Membership, rightsOfMember, rightsOfToken, type TokenGrant } from './membership.ts';
import { can, type Grants, type Permission, type ReadableCollections, readableIn } from './permissions.ts';

/** The credential of a caller in a project. */
export interface ProjectCredential {
  readonly projectId: string;
  /** The ID of a person's session, or the hash of a token's secret. */
  readonly credential: string;
}

/**
 * The callers whose credential is still valid and has a permission, with the collections that they may read.
 */
export async function findValidCredentials<Kind extends ProjectCredential>(
  pool: Queryable,
  letIn: readonly Kind[],
  permission: Permission,
  grants: Grants,
  now: Date,
): Promise<Map<Kind, ReadableCollections>> {
  const rows = await queryPrepared(
    pool,
    sql`SELECT CASE WHEN t.id IS NOT NULL THEN json_build_object('scope', t.scope, 'limits', t.limits) END AS token,
        CASE WHEN m.role IS NOT NULL AND (u.two_factor_enabled OR s.provider_factor OR NOT p.requires_two_factor) THEN json_build_object('role', m.role, 'limits', m.limits, 'custom', p.custom_roles) END AS member
      FROM ${rowsOf('l', letIn, { project_id: ['text', (one) => one.projectId], credential: ['text', (one) => one.credential] }, 'n')}
      LEFT JOIN project_tokens t ON t.secret_hash = l.credential AND t.project_id = l.project_id
        AND t.revoked_at IS NULL AND coalesce(t.expires_at > ${now}::timestamptz, true)
      LEFT JOIN sessions s ON s.id = l.credential AND s.expires_at > ${now}::timestamptz
      LEFT JOIN members m ON m.user_id = s.user_id AND m.project_id = l.project_id
      LEFT JOIN projects p ON p.id = m.project_id LEFT JOIN users u ON u.id = m.user_id
      ORDER BY l.n`,
    { token: nullable(json<TokenGrant>()), member: nullable(json<Membership & { readonly custom: CustomRoles }>()) },
  );
  const standing = letIn.flatMap((one, n): [Kind, ReadableCollections][] => {
    const { token = null, member = null } = rows[n] ?? {};
    const rights = token ? rightsOfToken(grants, token) : member && rightsOfMember(grants, member.custom, member);
    return rights !== null && can({ rights }, permission) ? [[one, readableIn(rights)]] : [];
  });
  return new Map(standing);
}
