import { randomUUID } from 'node:crypto';
import { bool, float, text } from '../platform/database/row.ts';
import { execute, type Queryable, query, sql } from '../platform/database/sql.ts';

/** A file that is kept while its upload is being completed, until the asset gets it. */
export interface KeptFile {
  readonly projectId: string;
  readonly sha256: string;
  /** Identifies the row. A row that was removed and inserted again has another value. */
  readonly instance: string;
  /** Whether the bytes are in storage already. */
  readonly isStored: boolean;
}

/**
 * Protects a file from removal for a while, before its bytes are put into storage. Otherwise a running removal could delete them.
 *
 * @returns null while it's being removed
 */
export async function keepFile(
  client: Queryable,
  file: { readonly projectId: string; readonly sha256: string; readonly bytes: number },
  until: Date,
): Promise<KeptFile | null> {
  const { projectId, sha256, bytes } = file;
  const [row] = await query(
    client,
    sql`INSERT INTO stored_files AS f (project_id, sha256, bytes, instance, kept_until)
      VALUES (${projectId}, ${sha256}, ${bytes}::bigint, ${randomUUID()}, ${until})
      ON CONFLICT (project_id, sha256) DO UPDATE SET kept_until = greatest(f.kept_until, excluded.kept_until)
        WHERE f.removing_since IS NULL
      RETURNING f.instance, f.stored`,
    { instance: text, stored: bool },
  );
  return row ? { projectId, sha256, instance: row.instance, isStored: row.stored } : null;
}

/**
 * Records that a file's bytes are in storage, in the transaction that gives the file to an asset.
 *
 * @returns how many more bytes are used, 0 for a file that was already there; null when the file was removed meanwhile, or is
 *   being removed
 */
export async function markStored(client: Queryable, { projectId, sha256, instance }: KeptFile): Promise<number | null> {
  const own = sql`project_id = ${projectId} AND sha256 = ${sha256}`;
  const [before] = await query(
    client,
    sql`SELECT instance, bytes::float8 AS bytes, stored, removing_since IS NOT NULL AS removing
      FROM stored_files WHERE ${own} FOR UPDATE`,
    { instance: text, bytes: float, stored: bool, removing: bool },
  );
  if (!before || before.instance !== instance || before.removing) return null;
  if (before.stored) return 0;
  await execute(client, sql`UPDATE stored_files SET stored = true WHERE ${own}`);
  return before.bytes;
}
