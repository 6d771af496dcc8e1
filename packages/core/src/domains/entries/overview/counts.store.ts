import type { Pool } from 'pg';
import { query, sql } from '../../../platform/database/sql.ts';

/** How many entries of a collection have a status. */
export interface StatusCount {
  readonly collection_key: string;
  readonly status: 'draft' | 'published' | 'trashed';
  readonly changed: boolean;
  readonly count: number;
}

/** Counts the entries of a project by collection and status, from an index alone. */
export function countByStatus(pool: Pool, projectId: string): Promise<StatusCount[]> {
  return query<StatusCount>(
    pool,
    sql`SELECT collection_key, status, changed, count(*)::int AS count FROM entries
      WHERE project_id = ${projectId} GROUP BY collection_key, status, changed ORDER BY collection_key`,
  );
}

/** How many entries of a collection stand how in a locale. */
export interface LocaleCount {
  readonly collection_key: string;
  readonly locale: string;
  readonly live: number;
  readonly changed: number;
  readonly draft: number;
}

/** Counts the drafts of a project outside of the trash by collection and locale, and what of them is live. */
export function countByLocale(pool: Pool, projectId: string): Promise<LocaleCount[]> {
  return query<LocaleCount>(
    pool,
    sql`SELECT e.collection_key, d.locale, count(l.locale)::int AS live,
        count(*) FILTER (WHERE l.values_hash <> d.values_hash)::int AS changed,
        count(*) FILTER (WHERE l.locale IS NULL)::int AS draft
      FROM entries e JOIN entry_drafts d ON d.entry_id = e.id
      LEFT JOIN publications l ON l.project_id = e.project_id AND l.entry_id = e.id AND l.locale = d.locale
        AND l.until_seq IS NULL
      WHERE e.project_id = ${projectId} AND e.status <> 'trashed'
      GROUP BY e.collection_key, d.locale`,
  );
}
