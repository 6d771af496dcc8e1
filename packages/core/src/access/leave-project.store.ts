import { type Connection, execute, named, sql } from '../platform/database/sql.ts';
import type { Table } from '../platform/database/tables.ts';

/** Removes what belongs to people alone, such as private views, when they leave a project. */
export async function deleteOwnRows(
  on: Connection,
  tables: readonly Table[],
  projectId: string,
  userIds: readonly string[],
): Promise<void> {
  for (const { name, project, ofMember } of tables) {
    if (!project || !ofMember) continue;
    await execute(
      on,
      sql`DELETE FROM ${named(name)} WHERE ${named(project)} = ${projectId} AND ${named(ofMember.where)}
        AND ${named(ofMember.owner)} ->> 'id' = ANY(${[...userIds]})`,
    );
  }
}
