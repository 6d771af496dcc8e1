import type { Pool } from 'pg';
import type { ReadableCollections } from '../../access/permissions.ts';
import { missingAltOf } from '../../domains/assets/listing/asset-filters.store.ts';
import { settledSql } from '../../entries/settled.store.ts';
import type { Actor } from '../../platform/actor.ts';
import { int, json, nullable, oneOf, type RowOf, text, timestamp } from '../../platform/database/row.ts';
import { emptySql, query, rowsOf, type Sql, sql } from '../../platform/database/sql.ts';
import type { StartLists } from './start.schemas.ts';

/** The most drafts among which those of a person are looked for, and the most publications that count as new. */
const MOST_DRAFTS = 5000;
const MOST_PUBLICATIONS = 500;

/** A state in which entries of a collection wait for an approval. */
export interface ApprovalState {
  readonly collection: string;
  readonly state: string;
  /** Whether someone else than the person who changed them has to approve them. */
  readonly needsAnother: boolean;
}

const LINE = {
  id: text,
  title: text,
  collection_key: text,
  at: timestamp,
  actor: nullable(json<Actor>()),
  due_on: nullable(text),
  /** Lines of the list, also those that aren't returned. */
  count: int,
};
const START_LINE = { list: oneOf<keyof StartLists>(), ...LINE };
export type StartRow = RowOf<typeof START_LINE>;
export type ProblemRow = RowOf<typeof LINE>;

interface StartQuery {
  readonly projectId: string;
  readonly personId: string;
  readonly reads: ReadableCollections;
  /** Where entries wait for an approval that the person may give. */
  readonly waiting: readonly ApprovalState[];
  /** The most lines of each list. */
  readonly limit: number;
}

/** The tasks of a person and the latest publishes, in one statement. It looks at what is in review or assigned, and at the newest drafts and publications. */
export function loadStart(pool: Pool, { projectId, personId, reads, waiting, limit }: StartQuery): Promise<StartRow[]> {
  const ofEntry = sql`e.id, e.title, e.collection_key`;
  const places = rowsOf('w', waiting, {
    collection: ['text', ({ collection }) => collection],
    state: ['text', ({ state }) => state],
    another: ['bool', ({ needsAnother }) => needsAnother],
  });
  const drafts = (
    status: string,
    changed: boolean,
  ): Sql => sql`(SELECT ${ofEntry}, e.updated_at, e.updated_by FROM entries e
    WHERE e.project_id = ${projectId} AND e.status = ${status} AND e.changed = ${changed} ${readable(sql`e`, reads)}
    ORDER BY e.updated_at DESC, e.id DESC LIMIT ${MOST_DRAFTS})`;
  return query(
    pool,
    sql`WITH to_review AS (
        SELECT ${ofEntry}, r.moved_at AS at, r.moved_by AS actor, r.due_on FROM ${places}
        JOIN entries e ON e.project_id = ${projectId} AND e.collection_key = w.collection AND e.review_state = w.state
          AND e.status <> 'trashed' ${readable(sql`e`, reads)}
        JOIN entry_reviews r ON r.entry_id = e.id AND r.moved_at IS NOT NULL
        WHERE (r.assignee_id IS NULL OR r.assignee_id = ${personId}) AND r.moved_by->>'id' <> ${personId}
          AND NOT (w.another AND e.updated_by->>'id' = ${personId})
      ), assigned AS (
        SELECT ${ofEntry}, e.updated_at AS at, NULL::jsonb AS actor, r.due_on
        FROM entry_reviews r JOIN entries e ON e.id = r.entry_id
        WHERE r.project_id = ${projectId} AND r.assignee_id = ${personId} AND e.status <> 'trashed' ${readable(sql`e`, reads)}
          AND (r.approved_version IS NULL OR r.approved_version < e.values_version)
          AND NOT ${settledSql(sql`e`)}
          AND e.id NOT IN (SELECT t.id FROM to_review t)
      ), drafts AS (
        SELECT d.id, d.title, d.collection_key, d.updated_at AS at, NULL::jsonb AS actor, NULL::date AS due_on
        FROM (${drafts('draft', false)} UNION ALL ${drafts('published', true)}) d WHERE d.updated_by->>'id' = ${personId}
      ), live AS (
        SELECT ${ofEntry}, l.at, NULL::jsonb AS actor, NULL::date AS due_on FROM (
          SELECT n.entry_id, max(n.published_at) AS at FROM (
            SELECT p.entry_id, p.published_at FROM publications p
            WHERE p.project_id = ${projectId} AND p.until_seq IS NULL ${readable(sql`p`, reads)}
            ORDER BY p.since_seq DESC LIMIT ${MOST_PUBLICATIONS}) n
          GROUP BY n.entry_id) l JOIN entries e ON e.id = l.entry_id
      ), lines AS (
        SELECT 'to_review' AS list, * FROM to_review UNION ALL SELECT 'assigned', * FROM assigned
        UNION ALL SELECT 'drafts', * FROM drafts UNION ALL SELECT 'live', * FROM live
      ), placed AS (
        SELECT *, count(*) OVER (PARTITION BY list)::int AS count,
          row_number() OVER (PARTITION BY list ORDER BY due_on NULLS LAST, at DESC, id) AS place FROM lines
      )
      SELECT list, id, title, collection_key, at, actor, due_on::text AS due_on, count FROM placed
      WHERE place <= ${limit} ORDER BY list, place`,
    START_LINE,
  );
}

interface ProblemsQuery {
  readonly projectId: string;
  readonly reads: ReadableCollections;
  readonly limit: number;
}

/** Live entries that refer to an entry of which nothing is live, the ones changed last first. Reads all that is live. */
export function loadBrokenReferences(pool: Pool, { projectId, reads, limit }: ProblemsQuery): Promise<ProblemRow[]> {
  return query(
    pool,
    sql`WITH broken AS (
        SELECT DISTINCT l.entry_id FROM publications l
        JOIN contents c ON c.project_id = l.project_id AND c.hash = l.content_hash AND c.refers_to <> '{}'
        WHERE l.project_id = ${projectId} AND l.until_seq IS NULL ${readable(sql`l`, reads)}
          AND EXISTS (SELECT FROM unnest(c.refers_to) m(id) WHERE NOT EXISTS (SELECT FROM publications t
            WHERE t.project_id = ${projectId} AND t.entry_id = m.id AND t.until_seq IS NULL))
      )
      SELECT e.id, e.title, e.collection_key, e.updated_at AS at, NULL::jsonb AS actor, NULL::text AS due_on,
        count(*) OVER ()::int AS count
      FROM broken b JOIN entries e ON e.id = b.entry_id ORDER BY e.updated_at DESC, e.id LIMIT ${limit}`,
    LINE,
  );
}

const MISSING = { locale: text, count: int };

/** For each locale, how many pictures that can be used need an alternative text and have none. */
export function countMissingAlt(
  pool: Pool,
  projectId: string,
  locales: readonly string[],
): Promise<RowOf<typeof MISSING>[]> {
  return query(
    pool,
    sql`SELECT l.locale, count(*)::int AS count FROM assets a
      CROSS JOIN unnest(${locales}::text[]) WITH ORDINALITY AS l(locale, place)
      WHERE a.project_id = ${projectId} AND a.status = 'ready' AND ${missingAltOf(sql`l.locale`)}
      GROUP BY l.locale, l.place ORDER BY l.place`,
    MISSING,
  );
}

/** The end of a WHERE clause for rows of collections that the caller may read. */
function readable(row: Sql, reads: ReadableCollections): Sql {
  return reads === null ? emptySql : sql`AND ${row}.collection_key = ANY(${reads}::text[])`;
}
