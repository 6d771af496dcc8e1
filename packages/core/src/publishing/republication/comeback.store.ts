import { searchVectorOf } from '../../content/draft-values.ts';
import { mentionedIn } from '../../content/mentions.ts';
import type { NewVersions } from '../../entries/write-versions.store.ts';
import { emptySql, type Sql, sql } from '../../platform/database/sql.ts';
import type { PlannedChange, Round } from '../round.ts';

/**
 * The drafts of entries that a round brings back: those that are new, and the others of entries that leave the trash. What
 * these mention is worked out again, since the schema may have changed meanwhile.
 */
export function comingBack({ project, changes }: Round): Pick<NewVersions, 'values' | 'drafts'> {
  const back = changes.flatMap(({ plan: { comeback }, before, after }) =>
    comeback ? [{ comeback, before, after }] : [],
  );
  return {
    values: back.flatMap(({ comeback, after }) =>
      [...comeback.drafts].map(([locale, { values }]) => ({
        entryId: after.id,
        locale,
        version: after.version,
        values,
      })),
    ),
    drafts: back.flatMap(({ before, after }) =>
      [...after.drafts].flatMap(([locale, draft]) => {
        if (!before.trashedAt && before.drafts.get(locale) === draft) return [];
        const { id: entryId, collectionKey } = after;
        return [
          {
            entryId,
            locale,
            version: draft.version,
            valuesHash: draft.valuesHash,
            search: searchVectorOf(project, { projectId: project.id, collectionKey, locale }, draft.values),
            ...mentionedIn(project.schema, collectionKey, draft.values),
          },
        ];
      }),
    ),
  };
}

/**
 * A part of a `WITH` that gives entries that come back their unique values, and takes from them what they had live instead. It
 * begins with a comma, and breaks the key of the table where another entry has one.
 */
export function claimComebacks({ project, changes }: Round): Sql {
  const back = changes.filter(({ plan }) => plan.comeback);
  if (back.length === 0) return emptySql;
  const claims = back.flatMap(({ plan }) => plan.comeback?.unique ?? []);
  const column = <Value>(of: (claim: (typeof claims)[number]) => Value): Value[] => claims.map(of);
  const freed = back.flatMap(freedPlaces);
  const isFreed = sql`EXISTS (SELECT 1 FROM freed f WHERE f.entry_id = u.entry_id AND f.locale = u.locale)`;
  const isClaim = sql`u.collection_key = c.collection_key AND u.field = c.field AND u.locale = c.locale
    AND u.value = c.value AND u.entry_id = c.entry_id`;
  return sql`, claimed AS (
      SELECT * FROM unnest(${column((c) => c.collectionKey)}::text[], ${column((c) => c.field)}::text[],
        ${column((c) => c.locale)}::text[], ${column((c) => c.value)}::text[], ${column((c) => c.entryId)}::text[],
        ${column((c) => c.draft)}::boolean[], ${column((c) => c.live)}::boolean[])
        AS c(collection_key, field, locale, value, entry_id, draft, live)
    ), freed AS (
      SELECT * FROM unnest(${freed.map((f) => f.entryId)}::text[], ${freed.map((f) => f.locale)}::text[])
        AS f(entry_id, locale)
    ), held_unique AS (
      UPDATE unique_values u SET draft = u.draft OR c.draft, live = (u.live AND NOT ${isFreed}) OR c.live FROM claimed c
      WHERE u.project_id = ${project.id} AND ${isClaim}
      RETURNING u.collection_key, u.field, u.locale, u.value
    ), new_unique AS (
      INSERT INTO unique_values (project_id, collection_key, field, locale, value, entry_id, draft, live)
      SELECT ${project.id}, c.* FROM claimed c WHERE NOT EXISTS (SELECT 1 FROM held_unique h
        WHERE h.collection_key = c.collection_key AND h.field = c.field AND h.locale = c.locale AND h.value = c.value)
    ), freed_unique AS (
      DELETE FROM unique_values u WHERE u.project_id = ${project.id} AND NOT u.draft AND ${isFreed}
        AND NOT EXISTS (SELECT 1 FROM claimed c WHERE ${isClaim})
    )`;
}

/**
 * Where what an entry had live makes place for what comes back. What all locales share ('') is held for any live locale: it
 * makes place only when no other one stays as it is.
 */
function freedPlaces({ plan, after }: PlannedChange): { readonly entryId: string; readonly locale: string }[] {
  const isWhole = [...after.live.keys()].every((locale) => plan.live.has(locale));
  return [...plan.live.keys(), ...(isWhole ? [''] : [])].map((locale) => ({ entryId: after.id, locale }));
}
