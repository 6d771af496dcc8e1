import { liveFilePrefix, POINTER_MIRRORS_PREFIX, pointerMirrorKey, pointerMirrorName } from '@stele/snapshot';
import type { ObjectStorage } from '@stele/storage';
import { text } from '../../platform/database/row.ts';
import { type Connection, execute, query, type Sql, sql } from '../../platform/database/sql.ts';

const REMOVED_AT_ONCE = 500;

/**
 * Has the API write all pointers of restored projects anew, under new names, and removes those that storage has: they may be
 * newer than what was restored, and a newer one is never replaced.
 *
 * @param hasNames whether live files have names: before a migration, which gives each one, they don't
 * @param projectId by default, of all projects; then the storage holds no pointers of others
 */
export async function renewPointers(
  on: Connection,
  storage: ObjectStorage,
  { hasNames = true, projectId = null }: { readonly hasNames?: boolean; readonly projectId?: string | null },
): Promise<void> {
  const isOwn = (column: Sql): Sql => sql`(${projectId}::text IS NULL OR ${column} = ${projectId})`;
  const tokens = await query(on, sql`SELECT secret_hash FROM project_tokens WHERE ${isOwn(sql`project_id`)}`, {
    secret_hash: text,
  });
  const hashes = tokens.map(({ secret_hash }) => secret_hash);
  if (hasNames) {
    await execute(on, sql`DELETE FROM retired_mirrors WHERE secret_hash = ANY(${hashes})`);
    await execute(on, sql`UPDATE project_tokens SET mirrored_seq = NULL WHERE secret_hash = ANY(${hashes})`);
    await execute(on, sql`UPDATE projects SET live_name = DEFAULT, mirrored_seq = NULL WHERE ${isOwn(sql`id`)}`);
  }
  const projects = await query(on, sql`SELECT id FROM projects WHERE ${isOwn(sql`id`)}`, { id: text });
  for (const { id } of projects) await removeAll(storage, liveFilePrefix(id));
  if (projectId === null) return removeAll(storage, POINTER_MIRRORS_PREFIX);
  await storage.delete(hashes.map((hash) => pointerMirrorKey(pointerMirrorName(hash))));
}

async function removeAll(storage: ObjectStorage, prefix: string): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  while (keys.length > 0) await storage.delete(keys.splice(-REMOVED_AT_ONCE));
}
