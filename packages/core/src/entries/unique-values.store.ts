import type { UniqueValue } from '@stele/schema';
import type { UniqueChanges } from '../content/unique-values.ts';
import { type Connection, emptySql, execute, joinSql, rowsOf, type Sql, sql } from '../platform/database/sql.ts';

/** A unique value that an entry needs for its draft, its published content, or both. */
export interface UniqueClaim extends UniqueValue {
  readonly entryId: string;
  readonly collectionKey: string;
  readonly draft: boolean;
  readonly live: boolean;
}

/** An entry in a locale; '' stands for its shared fields. */
export interface EntryLocale {
  readonly entryId: string;
  readonly locale: string;
}

/** The change of an entry's unique values in a locale. */
export interface UniqueFate extends EntryLocale {
  /** `live`: the draft's values are published; `draft`: nothing is published any more; `gone`: all values are released. */
  readonly becomes: 'live' | 'draft' | 'gone';
  /** Whether published values that aren't in the draft are released. */
  readonly whole: boolean;
}

/** How many claims one statement writes. */
const BATCH = 10_000;

/**
 * CTEs that write the changes of an entry's unique values, for the rows of the CTE `guard`, which has the columns `id`,
 * `project_id` and `collection_key`. Begins with a comma; empty when nothing changes.
 */
export function writeUniqueValues({ added, drafted, undrafted }: UniqueChanges): Sql {
  const part = (values: readonly UniqueValue[], write: (rows: Sql) => Sql): Sql[] =>
    values.length > 0 ? [write(listed(values))] : [];
  const inserted = (rows: Sql): Sql =>
    insertUnique(sql`SELECT guard.project_id, guard.collection_key, u.field, u.locale, u.value, guard.id, true, false
      FROM guard, ${rows}`);
  const parts = [
    ...part(added, (rows) => sql`, new_unique AS (${inserted(rows)})`),
    ...part(
      undrafted.filter(({ live }) => !live),
      (rows) => sql`, gone_unique AS (DELETE FROM unique_values v USING guard, ${rows} WHERE ${isListed})`,
    ),
    ...part(
      undrafted.filter(({ live }) => live),
      (rows) => sql`, live_unique AS (UPDATE unique_values v SET draft = false FROM guard, ${rows} WHERE ${isListed})`,
    ),
    ...part(
      drafted,
      (rows) => sql`, draft_unique AS (UPDATE unique_values v SET draft = true FROM guard, ${rows} WHERE ${isListed})`,
    ),
  ];
  return parts.length > 0 ? joinSql(parts, '') : emptySql;
}

const isListed = sql`v.entry_id = guard.id
  AND (v.field, v.locale, v.value) = (u.field, u.locale, u.value)`;

function listed(values: readonly UniqueValue[]): Sql {
  return rowsOf('u', values, {
    field: ['text', ({ field }) => field],
    locale: ['text', ({ locale }) => locale],
    value: ['text', ({ value }) => value],
  });
}

/** CTEs that release unique values, or keep them for published content. Begins with a comma. */
export function settleUnique(fates: readonly UniqueFate[]): Sql {
  const given = rowsOf('p', fates, {
    entry_id: ['text', (fate) => fate.entryId],
    locale: ['text', (fate) => fate.locale],
    whole: ['boolean', (fate) => fate.whole],
    becomes: ['text', (fate) => fate.becomes],
  });
  const isIt = sql`v.entry_id = p.entry_id AND v.locale = p.locale`;
  return sql`, gone_unique AS (
      DELETE FROM unique_values v USING ${given} WHERE ${isIt}
        AND (p.becomes = 'gone' OR (NOT v.draft AND p.whole))
    ), live_unique AS (
      UPDATE unique_values v SET live = (p.becomes = 'live') FROM ${given} WHERE ${isIt} AND v.draft
        AND p.becomes <> 'gone' AND (p.becomes = 'live' OR p.whole)
    )`;
}

/**
 * CTEs that write unique values of entries, and release the published ones of the entries and locales in `freed`. Begins with a
 * comma. If another entry holds one of the values, the statement violates the table's primary key.
 */
export function claimUnique(projectId: string, claims: readonly UniqueClaim[], freed: readonly EntryLocale[]): Sql {
  const isFreed = sql`EXISTS (SELECT 1 FROM freed f WHERE f.entry_id = u.entry_id AND f.locale = u.locale)`;
  const isClaim = sql`u.collection_key = c.collection_key AND u.field = c.field AND u.locale = c.locale
    AND u.value = c.value AND u.entry_id = c.entry_id`;
  return sql`, claimed AS (
      SELECT * FROM ${claimRows(claims)}
    ), freed AS (
      SELECT * FROM ${rowsOf('f', freed, { entry_id: ['text', (place) => place.entryId], locale: ['text', (place) => place.locale] })}
    ), held_unique AS (
      UPDATE unique_values u SET draft = u.draft OR c.draft, live = (u.live AND NOT ${isFreed}) OR c.live FROM claimed c
      WHERE u.project_id = ${projectId} AND ${isClaim}
      RETURNING u.collection_key, u.field, u.locale, u.value
    ), new_unique AS (${insertUnique(
      sql`SELECT ${projectId}, c.* FROM claimed c WHERE NOT EXISTS (SELECT 1 FROM held_unique h
        WHERE h.collection_key = c.collection_key AND h.field = c.field AND h.locale = c.locale AND h.value = c.value)`,
    )}), freed_unique AS (
      DELETE FROM unique_values u WHERE u.project_id = ${projectId} AND NOT u.draft AND ${isFreed}
        AND NOT EXISTS (SELECT 1 FROM claimed c WHERE ${isClaim})
    )`;
}

/**
 * Replaces all unique values of some collections.
 *
 * @param collections null for all collections
 */
export async function replaceUnique(
  tx: Connection,
  projectId: string,
  collections: readonly string[] | null,
  claims: Iterable<UniqueClaim>,
): Promise<void> {
  await execute(
    tx,
    sql`DELETE FROM unique_values WHERE project_id = ${projectId}
      AND (${collections === null} OR collection_key = ANY(${collections ?? []}::text[]))`,
  );
  const write = (rows: readonly UniqueClaim[]): Promise<number> =>
    execute(tx, insertUnique(sql`SELECT ${projectId}, c.* FROM ${claimRows(rows)}`));
  let rows: UniqueClaim[] = [];
  for (const claim of claims) {
    if (rows.push(claim) < BATCH) continue;
    await write(rows);
    rows = [];
  }
  if (rows.length > 0) await write(rows);
}

/**
 * Replaces the unique values of some entries. Published values take precedence over drafts of other entries, which then can't be
 * published.
 *
 * @param entries an item of FROM, `a(entry_id)`
 */
export async function overrideUnique(
  tx: Connection,
  projectId: string,
  entries: Sql,
  claims: readonly UniqueClaim[],
): Promise<void> {
  await execute(tx, sql`DELETE FROM unique_values v USING ${entries} WHERE v.entry_id = a.entry_id`);
  await execute(
    tx,
    sql`${insertUnique(sql`SELECT ${projectId}, c.* FROM ${claimRows(claims)}`)}
      ON CONFLICT (project_id, collection_key, field, locale, value) DO UPDATE
        SET entry_id = excluded.entry_id, draft = excluded.draft, live = true
        WHERE excluded.live AND NOT u.live`,
  );
}

function insertUnique(rows: Sql): Sql {
  return sql`INSERT INTO unique_values AS u (project_id, collection_key, field, locale, value, entry_id, draft, live) ${rows}`;
}

function claimRows(claims: readonly UniqueClaim[]): Sql {
  return rowsOf('c', claims, {
    collection_key: ['text', (claim) => claim.collectionKey],
    field: ['text', (claim) => claim.field],
    locale: ['text', (claim) => claim.locale],
    value: ['text', (claim) => claim.value],
    entry_id: ['text', (claim) => claim.entryId],
    draft: ['boolean', (claim) => claim.draft],
    live: ['boolean', (claim) => claim.live],
  });
}
