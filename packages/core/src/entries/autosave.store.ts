import type { Actor } from '../platform/actor.ts';
import { sql } from '../platform/database/sql.ts';

/** Automatic saves of one author within this time from the first are one record of the history. */
const SESSION_MS = 10 * 60 * 1000;

/** The version on which an automatic save stands. */
interface Base {
  readonly entryId: string;
  readonly version: number;
}

/**
 * Parts of the statement that saves a draft by itself: `earlier` is the automatic save of the same author right before
 * it, if that one's session goes on; it's folded into the new version, which continues the session. The statement has a
 * part `guard`, with a row only if the draft is saved.
 */
export function continueSession({ entryId, version }: Base, actor: Actor, at: Date) {
  const earlier = sql`earlier AS (
      SELECT v.version, v.autosave_from FROM entry_versions v
      JOIN entry_versions s ON s.entry_id = v.entry_id AND s.version = v.autosave_from
      WHERE v.entry_id = ${entryId} AND v.version = ${version} AND v.created_by->>'type' = ${actor.type}
        AND v.created_by->>'id' = ${actor.id} AND s.created_at > ${new Date(at.getTime() - SESSION_MS)}
    ), folded AS (
      UPDATE entry_versions v SET folded = true FROM earlier, guard
      WHERE v.entry_id = ${entryId} AND v.version = earlier.version
    )`;
  return { ctes: earlier, first: sql`coalesce((SELECT autosave_from FROM earlier), ${version + 1}::int)` };
}
