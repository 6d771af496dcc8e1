import type { Pool } from 'pg';
import { int, json, nullable, type RowOf, text } from '../platform/database/row.ts';
import { type Connection, execute, query, rowsOf, sql } from '../platform/database/sql.ts';
import type { ListFacts, LocaleValues } from './draft-values.ts';

const STALE_ENTRY = {
  id: text,
  version: int,
  title: text,
  project_id: text,
  collection_key: text,
  default_locale: text,
  schema_version: int,
  /** The newest values by locale. */
  drafts: nullable(json<Readonly<Record<string, LocaleValues>>>()),
};

/** An entry with an outdated title and sort key, because of an earlier release or another default locale. */
type StaleEntry = RowOf<typeof STALE_ENTRY>;

/** Some entries that are marked as stale. */
export function loadStaleEntries(pool: Pool, limit: number): Promise<StaleEntry[]> {
  return query(
    pool,
    sql`SELECT e.id, e.version, e.title, e.project_id, e.collection_key, p.default_locale, p.schema_version,
        (SELECT jsonb_object_agg(d.locale, v.values) FROM entry_drafts d JOIN entry_values v
          ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version WHERE d.entry_id = e.id) AS drafts
      FROM entries e JOIN projects p ON p.id = e.project_id WHERE e.order_stale OR e.title_key IS NULL LIMIT ${limit}`,
    STALE_ENTRY,
  );
}

/**
 * Writes titles and sort keys of entries. Skips entries that were saved since or are locked, and those of projects whose schema
 * or default locale has changed: they stay marked.
 *
 * @param facts in the order of `entries`
 * @returns how many were written
 */
export function writeListFacts(
  pool: Pool,
  entries: readonly StaleEntry[],
  facts: readonly ListFacts[],
): Promise<number> {
  const renewed = entries.map((entry, n) => ({ ...entry, ...facts[n] }));
  return execute(
    pool,
    sql`UPDATE entries e SET title = n.title, title_key = n.title_key, order_key = n.order_key, order_stale = false
      FROM (
        SELECT o.id, n.title, n.title_key, n.order_key
        FROM ${rowsOf('n', renewed, {
          id: ['text', (one) => one.id],
          version: ['int', (one) => one.version],
          schema_version: ['int', (one) => one.schema_version],
          default_locale: ['text', (one) => one.default_locale],
          title: ['text', (one) => one.title],
          title_key: ['text', (one) => one.titleKey],
          order_key: ['text', (one) => one.orderKey],
        })}
        JOIN entries o ON o.id = n.id AND o.version = n.version
        JOIN projects p ON p.id = o.project_id AND p.schema_version = n.schema_version
          AND p.default_locale = n.default_locale
        WHERE o.order_stale OR o.title_key IS NULL FOR UPDATE OF o SKIP LOCKED
      ) n
      WHERE e.id = n.id`,
  );
}

/** Marks all entries of a project as stale, since titles and sort keys depend on its default locale. */
export async function markListFacts(on: Connection, projectId: string): Promise<void> {
  await execute(on, sql`UPDATE entries SET order_stale = true WHERE project_id = ${projectId}`);
}
