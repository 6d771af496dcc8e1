import { type Queryable, query, sql } from '../platform/database/sql.ts';

/** Whether the person with an address owns a project, or set the instance up. */
export async function isOwner(on: Queryable, email: string): Promise<boolean> {
  const found = await query(
    on,
    sql`SELECT 1 FROM users u WHERE u.email = ${email} AND (
      EXISTS (SELECT 1 FROM members m WHERE m.user_id = u.id AND m.role = 'owner')
      OR EXISTS (SELECT 1 FROM instance i WHERE i.owner_id = u.id))`,
  );
  return found.length > 0;
}
