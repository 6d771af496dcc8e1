import { text } from '../../../src/platform/database/row.ts';
import { type Connection, execute, query, sql } from '../../../src/platform/database/sql.ts';

/** Creates the table, as a migration would. */
export async function createNotesTable(on: Connection): Promise<void> {
  await execute(
    on,
    sql`CREATE TABLE notes (id text PRIMARY KEY, project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
      body text NOT NULL, author jsonb NOT NULL, created_at timestamptz NOT NULL)`,
  );
}

export interface Note {
  readonly id: string;
  readonly projectId: string;
  readonly body: string;
  readonly author: object;
  readonly at: Date;
}

export async function insertNote(on: Connection, { id, projectId, body, author, at }: Note): Promise<void> {
  await execute(
    on,
    sql`INSERT INTO notes (id, project_id, body, author, created_at)
      VALUES (${id}, ${projectId}, ${body}, ${JSON.stringify(author)}::jsonb, ${at}::timestamptz)`,
  );
}

/** @returns whether there was one */
export async function deleteNote(on: Connection, projectId: string, id: string): Promise<boolean> {
  return (await execute(on, sql`DELETE FROM notes WHERE project_id = ${projectId} AND id = ${id}`)) > 0;
}

/** @returns how many there were */
export function deleteEmptyNotes(on: Connection): Promise<number> {
  return execute(on, sql`DELETE FROM notes WHERE body = ''`);
}

export async function loadNotes(on: Connection, projectId: string): Promise<{ body: string; author: string }[]> {
  return query(on, sql`SELECT body, author->>'name' AS author FROM notes WHERE project_id = ${projectId} ORDER BY id`, {
    body: text,
    author: text,
  });
}
