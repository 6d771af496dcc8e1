import { DatabaseError, type Pool } from 'pg';
import type { ProjectState } from '../../context.ts';
import { type EntryRows, insertEntries } from './insert-entry.store.ts';

/**
 * So many entries share a statement: with more of them, less and less is saved of what a statement costs besides, and
 * the database would stand idle for longer while they gather.
 */
const MAX_TOGETHER = 4;

interface Waiting {
  readonly rows: EntryRows;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Entries that will share a statement: of one project, checked against the same rules. */
const gathering = new WeakMap<Pool, Map<string, Waiting[]>>();

/**
 * Writes an entry in one statement with others of its project that arrive in the same turn of the event loop, so that
 * none waits for longer than that. What the database refuses of several is written one by one.
 *
 * @param rows nothing of it may be in the way of another new entry
 * @throws RulesMoved
 */
export function insertTogether(pool: Pool, project: ProjectState, rows: EntryRows): Promise<void> {
  const batches = gathering.get(pool) ?? new Map<string, Waiting[]>();
  gathering.set(pool, batches);
  const key = JSON.stringify([project.id, project.schemaVersion, project.locales]);
  const batch = batches.get(key) ?? [];
  const send = (): void => {
    if (batches.get(key) !== batch) return;
    batches.delete(key);
    void insertBatch(pool, project, batch);
  };
  return new Promise((resolve, reject) => {
    batch.push({ rows, resolve, reject });
    if (batch.length === 1) {
      batches.set(key, batch);
      setImmediate(send);
    } else if (batch.length === MAX_TOGETHER) {
      send();
    }
  });
}

async function insertBatch(pool: Pool, project: ProjectState, batch: readonly Waiting[]): Promise<void> {
  try {
    await insertEntries(
      pool,
      project,
      batch.map(({ rows }) => rows),
    );
    for (const { resolve } of batch) resolve();
  } catch (error) {
    // Only with an answer of the server is it certain that nothing was written.
    if (batch.length > 1 && error instanceof DatabaseError) {
      for (const waiting of batch) void insertBatch(pool, project, [waiting]);
    } else {
      for (const { reject } of batch) reject(error);
    }
  }
}
