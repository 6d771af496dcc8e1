import { IS_AUTHORS_CHANGE } from '../../../entries/author-change.store.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import type { Actor } from '../../../platform/actor.ts';
import { json, list, text } from '../../../platform/database/row.ts';
import { type Queryable, query, sql } from '../../../platform/database/sql.ts';

/** Who wrote some of an entry's values in a locale since they went live. */
export interface LocaleAuthor {
  readonly locale: string;
  readonly actor: Actor;
  /** Ids of the people whose work this is: the person, or for a token all who know its secret. */
  readonly people: readonly string[];
}

/**
 * Everyone who changed an entry's values in some locales after they went live there, or ever where they aren't live: a person, a
 * token, or who pushed a schema. A push may make a later version of live values, so times count, too.
 */
export async function loadAuthors(
  on: Queryable,
  { id, live }: Pick<EntryRecord, 'id' | 'live'>,
  locales: readonly string[],
): Promise<LocaleAuthor[]> {
  if (locales.length === 0) return [];
  const since = locales.map((locale) => {
    const own = live.get(locale);
    return { locale, version: own?.version ?? 0, at: own?.publishedAt.toISOString() ?? null };
  });
  return query(
    on,
    sql`SELECT a.locale, a.created_by AS actor, array_remove(a.created_by->>'id' || coalesce(t.holders, '{}')
        || (t.created_by->>'id'), NULL) AS people
      FROM (SELECT DISTINCT ON (s.locale, v.created_by->>'id') s.locale, v.created_by, v.version
        FROM jsonb_to_recordset(${JSON.stringify(since)}::jsonb) AS s(locale text, version int, at timestamptz)
        JOIN (SELECT * FROM entry_versions WHERE entry_id = ${id} AND ${IS_AUTHORS_CHANGE}) v
          ON s.locale = ANY(v.locales) AND (v.version > s.version OR v.created_at > s.at)
        ORDER BY s.locale, v.created_by->>'id', v.version DESC) a
      LEFT JOIN project_tokens t ON t.id = a.created_by->>'id'
      ORDER BY a.locale, a.version`,
    { locale: text, actor: json<Actor>(), people: list(text) },
  );
}

/** The locales, of some, in which a person wrote some of the values. */
export function writtenBy(authors: readonly LocaleAuthor[], personId: string, locales: readonly string[]): string[] {
  return locales.filter((locale) => authors.some((one) => one.locale === locale && one.people.includes(personId)));
}
