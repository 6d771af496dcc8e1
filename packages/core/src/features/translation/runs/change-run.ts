import { assertMay, insufficientRights } from '../../../access/authorize.ts';
import { can, isReadable } from '../../../access/permissions.ts';
import { makeCursor, pageById, readNumberCursor } from '../../../api/cursor.ts';
import { viewOf } from '../../../api/view.ts';
import type { ProjectContext } from '../../../domains/context.ts';
import { assertTranslated } from '../../../domains/entries/overview/assert-translated.ts';
import { translationSource } from '../../../entries/last-translation.store.ts';
import type { Actor } from '../../../platform/actor.ts';
import { writeSql } from '../../../platform/audit.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueJobs } from '../../../platform/job-queue.store.ts';
import { loadService } from '../machine/machine.store.ts';
import { translationErrors } from '../translations.names.ts';
import { translationRunActions, translationRunErrors } from './translation-runs.names.ts';
import {
  type ListedRun,
  type ListRunEntriesInput,
  type ListRunsInput,
  listedRunSchema,
  type RunEntryView,
  type RunTarget,
  type RunView,
  reportSchema,
  runEntrySchema,
  runSchema,
  type StartRunInput,
} from './translation-runs.schemas.ts';
import {
  beginUndo,
  countOpenRuns,
  endRun,
  insertRun,
  loadRun,
  loadRunEntries,
  loadRuns,
  lockRun,
} from './translation-runs.store.ts';

/** The job that carries out a run, whose id is its key. */
export const TRANSLATE_RUN = 'translate-run';
/** How many runs someone may have under way in a project. */
const MOST_OPEN_RUNS = 3;
const { error: _, ...NO_FIELDS } = reportSchema.parse({});
const NO_COUNTS = { waiting: 0, translated: 0, partly: 0, unchanged: 0, failed: 0, undone: 0, kept: 0 };

/**
 * Starts to translate many entries by machine: a job does it, with the rights of the one who starts it.
 *
 * @throws ApiError `translation.no_service`, `translation.run_limit_reached`, `validation_failed`; `auth.insufficient_role` for who
 *   may write the locale in no collection
 */
export async function startRun(
  ctx: ProjectContext,
  { locale, entry_ids: entryIds, keep_written: keepWritten }: StartRunInput,
): Promise<RunView> {
  assertTranslated(ctx, locale, ['locale']);
  const { project, services, actor, requestId } = ctx;
  const schema = await services.schemas.load(project.id, project.schemaVersion);
  const mayWrite = (collection: string): boolean =>
    can(ctx, 'entry.write', { collection, locale, createdBy: actor.id });
  const collections = schema?.collections.map(({ key }) => key).filter(mayWrite) ?? null;
  if (collections?.length === 0) throw insufficientRights(ctx);
  if (!(await loadService(services.database.prisma, project.id)))
    throw new ApiError(translationErrors['translation.no_service']);
  const source = translationSource(project.defaultLocale, schema);
  const id = newId('translationRun');
  return changeRun(ctx, id, 'start', async (client) => {
    if ((await countOpenRuns(client, project.id, actor)) >= MOST_OPEN_RUNS)
      throw new ApiError(translationRunErrors['translation.run_limit_reached']);
    const run = { id, projectId: project.id, locale, keepWritten, actor, requestId };
    await insertRun(
      client,
      run,
      entryIds ? { entryIds: [...new Set(entryIds)] } : { collections, source },
      services.clock.now(),
    );
    await goOn(ctx, client, id);
  });
}

/**
 * Stops a run. Translations under way are not saved.
 *
 * @throws ApiError `translation.run_not_found`; `auth.insufficient_role` for another's run without `project.update`
 */
export function cancelRun(ctx: ProjectContext, { runId }: RunTarget): Promise<RunView> {
  const end = { from: 'running', to: 'cancelled' } as const;
  return changeRun(ctx, runId, 'cancel', (client) =>
    endRun(client, { projectId: ctx.project.id, id: runId }, end, ctx.services.clock.now()),
  );
}

/**
 * Takes back what a run did, also one that is still under way: entries whose translated texts no one has changed or checked since are
 * what they were before. A job does it, with the rights of the caller.
 *
 * @throws ApiError `translation.run_not_found`; `auth.insufficient_role` for another's run without `project.update`
 */
export function undoRun(ctx: ProjectContext, { runId }: RunTarget): Promise<RunView> {
  return changeRun(ctx, runId, 'undo', async (client) => {
    await beginUndo(client, ctx.project.id, runId, ctx);
    await goOn(ctx, client, runId);
  });
}

/** The runs of a project, newest first. */
export function listRuns(
  ctx: ProjectContext,
  input: ListRunsInput,
): Promise<{ data: ListedRun[]; next_cursor: string | null }> {
  const { project, services } = ctx;
  const filters = { project: project.id, list: 'translation-runs' };
  return pageById(filters, input, async (before, limit) =>
    (await loadRuns(services.database.pool, project.id, before, limit)).map((run) =>
      viewOf(listedRunSchema, run, { error: errorFor(ctx, run.actor, run.error) }),
    ),
  );
}

/** A run. @throws ApiError `translation.run_not_found` */
export async function getRun(ctx: ProjectContext, { runId }: RunTarget): Promise<RunView> {
  return findRun(ctx, ctx.services.database.pool, runId);
}

/** The entries of a run. @throws ApiError `translation.run_not_found` */
export async function listRunEntries(
  ctx: ProjectContext,
  { runId, results: wanted, limit, cursor }: ListRunEntriesInput,
): Promise<{ data: RunEntryView[]; next_cursor: string | null }> {
  const { pool } = ctx.services.database;
  const { actor } = await findRun(ctx, pool, runId);
  const results = wanted ?? null;
  const filters = { list: 'translation-run', runId, results };
  const after = readNumberCursor(filters, cursor) ?? 0;
  const found = await loadRunEntries(pool, ctx.project.id, runId, { results, after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(({ report, ...entry }) => {
      const isHidden = entry.collection_key !== null && !isReadable(ctx.reads, entry.collection_key);
      const hidden = isHidden && { title: null, collection_key: null, version: null };
      const { error, ...fields } = reportSchema.parse(report);
      const said = isHidden ? NO_FIELDS : fields;
      return viewOf(runEntrySchema, { ...entry, ...hidden, ...said, error: errorFor(ctx, actor, error) }, {});
    }),
    next_cursor: found.length > limit && last ? makeCursor(filters, String(last.place)) : null,
  };
}

async function findRun(ctx: ProjectContext, on: Queryable, id: string): Promise<RunView> {
  const run = await loadRun(on, ctx.project.id, id);
  if (!run) throw new ApiError(translationRunErrors['translation.run_not_found']);
  const rest = { counts: { ...NO_COUNTS, ...run.counts }, error: errorFor(ctx, run.actor, run.error) };
  return viewOf(runSchema, run, rest);
}

/** An error as others see it: what it tells of entries was for those whose run it is. */
function errorFor(ctx: ProjectContext, owner: Pick<Actor, 'type' | 'id'>, error: RunView['error']): RunView['error'] {
  return error && !isSame(owner, ctx.actor) ? { ...error, details: [] } : error;
}

/** Changes a run: the caller's own, or that of another with the right to change the project. */
async function changeRun(
  ctx: ProjectContext,
  id: string,
  what: 'start' | 'cancel' | 'undo',
  work: (client: Queryable) => Promise<void>,
): Promise<RunView> {
  const changed = await writeSql(ctx, async (client) => {
    const before = what === 'start' ? null : await lockRun(client, ctx.project.id, id);
    if (what !== 'start' && !before) throw new ApiError(translationRunErrors['translation.run_not_found']);
    if (before && !isSame(before.actor, ctx.actor)) assertMay(ctx, 'project.update');
    const isDone = before !== null && isDoneAlready(before, what, ctx.actor);
    if (!isDone) await work(client);
    const answer = await findRun(ctx, client, id);
    const action = translationRunActions[`translation.${what}_run`];
    return { answer, audit: isDone ? [] : { action, targetId: id, data: { locale: answer.locale } } };
  });
  ctx.services.jobs.wake();
  return changed;
}

/** Whether there's nothing to change: it doesn't run any more, or the caller is taking it back by now. */
function isDoneAlready(
  { state, undone_by: undoneBy }: Pick<RunView, 'state' | 'undone_by'>,
  what: 'start' | 'cancel' | 'undo',
  actor: Actor,
): boolean {
  if (what === 'cancel') return state !== 'running';
  return state === 'undoing' && undoneBy !== null && isSame(undoneBy, actor);
}

function isSame(one: Pick<Actor, 'type' | 'id'>, other: Pick<Actor, 'type' | 'id'>): boolean {
  return one.type === other.type && one.id === other.id;
}

function goOn({ project, services }: ProjectContext, client: Queryable, key: string): Promise<void> {
  const now = services.clock.now();
  return enqueueJobs(client, [{ kind: TRANSLATE_RUN, key, projectId: project.id, runAt: now }], now);
}
