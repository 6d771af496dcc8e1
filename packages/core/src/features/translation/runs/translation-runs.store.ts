import type { Pool } from 'pg';
import { translationFilter } from '../../../domains/entries/overview/translations.store.ts';
import type { TranslationSource } from '../../../entries/last-translation.store.ts';
import type { SaveAside } from '../../../entries/write-draft.store.ts';
import type { Actor } from '../../../platform/actor.ts';
import { bool, int, json, nullable, oneOf, type RowOf, text, timestamp } from '../../../platform/database/row.ts';
import {
  type Connection,
  emptySql,
  execute,
  type Queryable,
  query,
  type Sql,
  sql,
} from '../../../platform/database/sql.ts';
import {
  type ListedRun,
  MOST_RUN_ENTRIES,
  type RunEntryView,
  type RunReport,
  type RunResult,
  type RunView,
} from './translation-runs.schemas.ts';

const ACTIVE_RUN = {
  id: text,
  projectId: text,
  locale: text,
  keepWritten: bool,
  state: oneOf<'running' | 'undoing'>(),
  failures: int,
  /** With whose rights it goes on. */
  actor: json<Actor>(),
  requestId: text,
};

/** A run that goes on. */
export type ActiveRun = RowOf<typeof ACTIVE_RUN>;

const RUN_ENTRY = { entryId: text, version: nullable(int), report: json<RunReport>() };

/** An entry of a run. */
export type RunEntry = RowOf<typeof RUN_ENTRY>;

type Timed<Run> = Omit<Run, 'created_at' | 'ended_at'> & { readonly created_at: Date; readonly ended_at: Date | null };

/** The row that `COLUMNS` gives. */
const RUN = {
  id: text,
  locale: text,
  keep_written: bool,
  state: oneOf<RunView['state']>(),
  error: nullable(json<NonNullable<RunView['error']>>()),
  actor: json<RunView['actor']>(),
  undone_by: nullable(json<NonNullable<RunView['undone_by']>>()),
  created_at: timestamp,
  ended_at: nullable(timestamp),
};

const COLUMNS = sql`r.id, r.locale, r.keep_written, r.state, r.error, r.actor, r.undone_by, r.created_at, r.ended_at`;

/** The runs of a project before one, newest first. */
export function loadRuns(
  pool: Pool,
  projectId: string,
  before: string | null,
  limit: number,
): Promise<Timed<ListedRun>[]> {
  return query(
    pool,
    sql`SELECT ${COLUMNS} FROM translation_runs r
      WHERE r.project_id = ${projectId} ${before === null ? emptySql : sql`AND r.id < ${before}`}
      ORDER BY r.id DESC LIMIT ${limit}`,
    RUN,
  );
}

/** A run of a project; null when it has none with this id. */
export async function loadRun(on: Queryable, projectId: string, id: string): Promise<Timed<RunView> | null> {
  const [run] = await query(
    on,
    sql`SELECT ${COLUMNS}, (SELECT coalesce(json_object_agg(n.result, n.count), '{}') FROM (
          SELECT coalesce(e.result, 'waiting') AS result, count(*)::int AS count FROM translation_run_entries e
          WHERE e.run_id = r.id GROUP BY 1) n) AS counts
      FROM translation_runs r WHERE r.project_id = ${projectId} AND r.id = ${id}`,
    { ...RUN, counts: json<RunView['counts']>() },
  );
  return run ?? null;
}

/** Locks a run of a project until the transaction ends; null when it has none with this id. */
export async function lockRun(
  on: Connection,
  projectId: string,
  id: string,
): Promise<Pick<RunView, 'state' | 'actor' | 'undone_by'> | null> {
  const [run] = await query(
    on,
    sql`SELECT state, actor, undone_by FROM translation_runs WHERE project_id = ${projectId} AND id = ${id} FOR UPDATE`,
    { state: RUN.state, actor: RUN.actor, undone_by: RUN.undone_by },
  );
  return run ?? null;
}

/** How many runs of someone are under way. Until the transaction ends, they can't start another one. */
export async function countOpenRuns(on: Connection, projectId: string, actor: Actor): Promise<number> {
  const key = `${projectId} ${actor.id} runs`;
  await execute(on, sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const [row] = await query(
    on,
    sql`SELECT count(*)::int AS count FROM translation_runs r WHERE r.project_id = ${projectId}
      AND r.actor->>'type' = ${actor.type} AND r.actor->>'id' = ${actor.id} AND r.state IN ('running', 'undoing')`,
    { count: int },
  );
  return row?.count ?? 0;
}

/** Entries of a run behind a place, in their order. */
export function loadRunEntries(
  pool: Pool,
  projectId: string,
  runId: string,
  { results, after, limit }: { results: readonly string[] | null; after: number; limit: number },
): Promise<
  (Pick<RunEntryView, 'entry_id' | 'collection_key' | 'title' | 'result' | 'version'> & {
    report: object;
    place: number;
  })[]
> {
  return query(
    pool,
    sql`SELECT n.place, n.entry_id, e.collection_key, e.title, coalesce(n.result, 'waiting') AS result, n.version, n.report
      FROM translation_runs r JOIN translation_run_entries n ON n.run_id = r.id
      LEFT JOIN entries e ON e.id = n.entry_id AND e.project_id = r.project_id
      WHERE r.project_id = ${projectId} AND r.id = ${runId} AND n.place > ${after}
        AND ${results === null ? sql`true` : sql`coalesce(n.result, 'waiting') = ANY(${results}::text[])`}
      ORDER BY n.place LIMIT ${limit}`,
    {
      version: nullable(int),
      title: nullable(text),
      collection_key: nullable(text),
      entry_id: text,
      result: oneOf<RunEntryView['result']>(),
      report: json<object>(),
      place: int,
    },
  );
}

/** Which entries a run has: some, or those of collections that have no translation. */
type RunScope =
  | { readonly entryIds: readonly string[] }
  | { readonly collections: readonly string[] | null; readonly source: TranslationSource };

/** Writes a new run. */
export async function insertRun(
  on: Connection,
  run: Pick<ActiveRun, 'id' | 'projectId' | 'locale' | 'keepWritten' | 'actor' | 'requestId'>,
  scope: RunScope,
  now: Date,
): Promise<void> {
  const { id, projectId, locale, keepWritten, actor, requestId } = run;
  const wanted =
    'entryIds' in scope
      ? sql`unnest(${scope.entryIds}::text[]) WITH ORDINALITY AS e(id, place)`
      : sql`(SELECT e.id, row_number() OVER (ORDER BY e.id) AS place FROM entries e
          WHERE e.project_id = ${projectId} AND e.status <> 'trashed'
            ${scope.collections === null ? emptySql : sql`AND e.collection_key = ANY(${scope.collections}::text[])`}
            AND ${translationFilter(projectId, locale, ['missing'], scope.source).holds(sql`e.id`)}
          ORDER BY e.id LIMIT ${MOST_RUN_ENTRIES}) e`;
  await execute(
    on,
    sql`WITH run AS (
        INSERT INTO translation_runs (id, project_id, locale, keep_written, state, actor, request_id, created_at)
        VALUES (${id}, ${projectId}, ${locale}, ${keepWritten}, 'running', ${JSON.stringify(actor)}::jsonb, ${requestId},
          ${now}::timestamptz)
        RETURNING id
      ) INSERT INTO translation_run_entries (run_id, place, entry_id) SELECT run.id, e.place, e.id FROM run, ${wanted}`,
  );
}

/** Ends a run that's under way. */
export async function endRun(
  on: Connection,
  { projectId, id }: Pick<ActiveRun, 'projectId' | 'id'>,
  { from, to, error = null }: { from: string; to: RunView['state']; error?: RunView['error'] },
  now: Date,
): Promise<void> {
  await execute(
    on,
    sql`UPDATE translation_runs SET state = ${to}, error = ${error && JSON.stringify(error)}::jsonb, ended_at = ${now}::timestamptz
      WHERE project_id = ${projectId} AND id = ${id} AND state = ${from}`,
  );
}

/**
 * Makes a run, which must be locked, take back what it did, for someone. Entries that an earlier attempt left alone are tried
 * again: they may have been live then, or not for that person to read.
 */
export async function beginUndo(
  on: Connection,
  projectId: string,
  id: string,
  { actor, requestId }: Pick<ActiveRun, 'actor' | 'requestId'>,
): Promise<void> {
  await execute(
    on,
    sql`WITH run AS (
        UPDATE translation_runs SET state = 'undoing', error = NULL, ended_at = NULL, failures = 0,
          undone_by = ${JSON.stringify(actor)}::jsonb, request_id = ${requestId}
        WHERE project_id = ${projectId} AND id = ${id} RETURNING id
      ) UPDATE translation_run_entries n SET report = n.report - 'error',
        result = CASE WHEN n.report ->> 'left_fields' = '[]' AND n.report ->> 'kept_fields' = '[]' THEN 'translated' ELSE 'partly' END
      FROM run WHERE n.run_id = run.id AND n.result = 'kept'`,
  );
}

/** A run by its id, if it goes on. */
export async function findActiveRun(pool: Pool, projectId: string, id: string): Promise<ActiveRun | null> {
  const [run] = await query(
    pool,
    sql`SELECT id, project_id AS "projectId", locale, keep_written AS "keepWritten", state, failures,
        CASE WHEN state = 'undoing' THEN coalesce(undone_by, actor) ELSE actor END AS actor, request_id AS "requestId"
      FROM translation_runs WHERE project_id = ${projectId} AND id = ${id} AND state IN ('running', 'undoing')`,
    ACTIVE_RUN,
  );
  return run ?? null;
}

/** The next entry of a run to translate, or to take back; null when there's none left. */
export async function nextRunEntry(pool: Pool, run: ActiveRun): Promise<RunEntry | null> {
  const [entry] = await query(
    pool,
    sql`SELECT n.entry_id AS "entryId", n.version, n.report FROM translation_runs r
      JOIN translation_run_entries n ON n.run_id = r.id
      WHERE r.project_id = ${run.projectId} AND r.id = ${run.id} AND ${isOpen(run)} ORDER BY n.place LIMIT 1`,
    RUN_ENTRY,
  );
  return entry ?? null;
}

/** The outcome of a run for an entry. */
export interface RunNote {
  readonly result: RunResult;
  readonly version?: number;
  readonly report: Partial<RunReport>;
}

/** Saves an entry only while its run goes on, and notes it with the save. Who stops the run waits for a save that is under way. */
export function runAside(run: ActiveRun, entryId: string, note: RunNote): SaveAside {
  return {
    during: sql`SELECT id FROM translation_runs WHERE project_id = ${run.projectId} AND id = ${run.id} AND state = ${run.state}
      FOR SHARE`,
    note: (version) => {
      const made = run.state === 'running' ? { ...note, version } : note;
      return noteSql(run, entryId, made, sql`EXISTS (SELECT FROM guard)`);
    },
  };
}

/** Notes what became of an entry, unless its save did, and how many have failed in a row by now. */
export async function noteOutcome(
  pool: Pool,
  run: ActiveRun,
  entryId: string,
  note: RunNote,
  failures: number,
): Promise<void> {
  await execute(
    pool,
    sql`WITH noted AS (${noteSql(run, entryId, note, sql`true`)})
      UPDATE translation_runs SET failures = ${failures}::int WHERE project_id = ${run.projectId} AND id = ${run.id}`,
  );
}

function noteSql(run: ActiveRun, entryId: string, { result, version, report }: RunNote, condition: Sql): Sql {
  return sql`UPDATE translation_run_entries n SET result = ${result}, version = coalesce(${version ?? null}::int, n.version),
      report = n.report || ${JSON.stringify(report)}::jsonb
    FROM translation_runs r WHERE r.project_id = ${run.projectId} AND r.id = ${run.id} AND n.run_id = r.id
      AND n.entry_id = ${entryId} AND ${isOpen(run)} AND ${condition}`;
}

/** Whether an entry is still to be translated, or to be taken back. */
function isOpen({ state }: Pick<ActiveRun, 'state'>): Sql {
  return state === 'running' ? sql`n.result IS NULL` : sql`n.result IN ('translated', 'partly')`;
}
