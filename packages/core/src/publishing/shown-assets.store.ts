import { type Connection, query, sql } from '../platform/database/sql.ts';
import { StateMoved } from './state-moved.ts';

/** Assets that content shows, each with the version of its row that the content was made of. */
export type ShownAssets = ReadonlyMap<string, string>;

/**
 * Keeps assets as they are until the transaction ends: content that was made of them goes live in it. Whoever changes one
 * afterwards finds that content among its uses.
 *
 * @throws StateMoved when one has changed since the content was made
 */
export async function holdShownAssets(tx: Connection, projectId: string, shown: ShownAssets): Promise<void> {
  if (shown.size === 0) return;
  const rows = await query<{ id: string }>(
    tx,
    sql`SELECT a.id FROM unnest(${[...shown.keys()]}::text[], ${[...shown.values()]}::text[]) AS s(id, version)
      JOIN assets a ON a.id = s.id AND a.project_id = ${projectId} AND a.xmin::text = s.version
      ORDER BY a.id FOR SHARE OF a`,
  );
  if (rows.length < shown.size) throw new StateMoved();
}
