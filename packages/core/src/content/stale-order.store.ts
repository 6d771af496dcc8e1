import type { Pool } from 'pg';
import { execute, query, sql } from '../platform/database/sql.ts';
import type { LocaleValues } from './draft-values.ts';

/** An entry whose order key a release didn't write that knew none. */
export interface StaleEntry {
  readonly id: string;
  readonly version: number;
  readonly project_id: string;
  readonly collection_key: string;
  readonly default_locale: string;
  readonly schema_version: number;
  /** Its newest values by locale. */
  readonly drafts: Readonly<Record<string, LocaleValues>> | null;
}

/** Some entries that a migration marked. */
export function loadStaleEntries(pool: Pool, limit: number): Promise<StaleEntry[]> {
  return query<StaleEntry>(
    pool,
    sql`SELECT e.id, e.version, e.project_id, e.collection_key, p.default_locale, p.schema_version,
        (SELECT jsonb_object_agg(d.locale, v.values) FROM entry_drafts d JOIN entry_values v
          ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version WHERE d.entry_id = e.id) AS drafts
      FROM entries e JOIN projects p ON p.id = e.project_id WHERE e.order_stale LIMIT ${limit}`,
  );
}

/**
 * Gives entries their order keys. Those that were saved meanwhile, or whose project has another schema by now, stay for
 * the next time, and those that are being saved aren't waited for.
 *
 * @param keys one for each entry
 * @returns how many got theirs
 */
export function writeOrderKeys(pool: Pool, entries: readonly StaleEntry[], keys: readonly string[]): Promise<number> {
  return execute(
    pool,
    sql`UPDATE entries e SET order_key = n.order_key, order_stale = false
      FROM (
        SELECT o.id, n.order_key
        FROM unnest(${entries.map(({ id }) => id)}::text[], ${entries.map(({ version }) => version)}::int[],
          ${entries.map(({ schema_version }) => schema_version)}::int[], ${keys}::text[])
          AS n(id, version, schema_version, order_key)
        JOIN entries o ON o.id = n.id AND o.version = n.version
        JOIN projects p ON p.id = o.project_id AND p.schema_version = n.schema_version
        WHERE o.order_stale FOR UPDATE OF o SKIP LOCKED
      ) n
      WHERE e.id = n.id`,
  );
}
