import type { UniqueValue } from '@stele/schema';
import type { UniqueChanges } from '../content/unique-values.ts';
import { emptySql, joinSql, type Sql, sql } from '../platform/database/sql.ts';

/**
 * Parts of a `WITH` that write an entry's unique values, for whatever rows the part named `guard` has, which gives
 * `id`, `project_id` and `collection_key`. Begins with a comma; empty when nothing changes.
 */
export function writeUniqueValues({ added, drafted, undrafted }: UniqueChanges): Sql {
  const gone = undrafted.filter(({ live }) => !live);
  const kept = undrafted.filter(({ live }) => live);
  const parts = [
    ...(added.length > 0
      ? [
          sql`, new_unique AS (
            INSERT INTO unique_values (project_id, collection_key, entry_id, field, locale, value, draft, live)
            SELECT guard.project_id, guard.collection_key, guard.id, u.field, u.locale, u.value, true, false
            FROM guard, ${listed(added)})`,
        ]
      : []),
    ...(gone.length > 0
      ? [sql`, gone_unique AS (DELETE FROM unique_values v USING guard, ${listed(gone)} WHERE ${isListed})`]
      : []),
    ...(kept.length > 0
      ? [
          sql`, live_unique AS (
            UPDATE unique_values v SET draft = false FROM guard, ${listed(kept)} WHERE ${isListed})`,
        ]
      : []),
    ...(drafted.length > 0
      ? [
          sql`, draft_unique AS (
            UPDATE unique_values v SET draft = true FROM guard, ${listed(drafted)} WHERE ${isListed})`,
        ]
      : []),
  ];
  return parts.length > 0 ? joinSql(parts, '') : emptySql;
}

const isListed = sql`v.entry_id = guard.id
  AND (v.field, v.locale, v.value) = (u.field, u.locale, u.value)`;

function listed(values: readonly UniqueValue[]): Sql {
  return sql`unnest(${values.map(({ field }) => field)}::text[], ${values.map(({ locale }) => locale)}::text[],
    ${values.map(({ value }) => value)}::text[]) AS u(field, locale, value)`;
}
