import type { EntryState } from '../../entries/entry.ts';
import { ApiError } from '../../platform/errors.ts';
import { changeEntry } from '../../publishing/entry-command.ts';
import type { Plan, ProjectLiveState } from '../../publishing/model.ts';
import { loadPublications, type Publication } from '../../publishing/republication/last-live.store.ts';
import { Republication } from '../../publishing/republication/republication.ts';
import type { ProjectContext } from '../context.ts';
import type { EntryWarning, PublishResult, UndoPublishInput } from './entries.schemas.ts';
import { warningsOf } from './publish-entry.ts';
import { toPublishResult } from './publish-result.ts';
import { stillReferredTo } from './still-referred-to.ts';

/**
 * Undoes one publish of an entry, in all locales that it changed: what was live before is live again, exactly, and where
 * nothing was, nothing is. Drafts stay as they are, and so does everything else on the site.
 *
 * @throws ApiError `entry.version_conflict` when something else of the entry is live by now, `entry.never_live` when what
 *   was live before is no longer kept, `validation_failed`, `entry.trashed`, `entry.not_found`, `unavailable`
 */
export async function undoPublish(ctx: ProjectContext, { entryId, version }: UndoPublishInput): Promise<PublishResult> {
  const { database } = ctx.services;
  const published = await loadPublications(database.pool, ctx.project.id, { id: entryId, version });
  const back = published.flatMap(({ before }) => before ?? []);
  const removed = published.filter(({ before }) => !before).map(({ locale }) => locale);
  const republication = new Republication(database, [entryId], async () => back);
  const locales = published.map(({ locale }) => locale);
  const left = removed.length > 0 ? await stillReferredTo(database.pool, ctx.project.id, [entryId], removed) : [];
  let warnings: EntryWarning[] = left;
  return changeEntry<PublishResult>(ctx, {
    entryId,
    reason: back.length > 0 ? 'republish' : 'unpublish',
    prepare: (project) => republication.prepare(project),
    plan: (entry, project) => {
      refuseOthers(entry, published, version);
      const values = back.map((one) => [one.locale, one.values] as const);
      warnings = [...left, ...warningsOf(entry, project.schema, republication.neighbours, values)];
      return planUndo(republication, entry, project, published);
    },
    answer: (outcome) => toPublishResult(outcome, locales, warnings),
  });
}

/** @throws ApiError when what the publish put live isn't what is live, or what was there before isn't known */
function refuseOthers(entry: EntryState, published: readonly Publication[], version: number): void {
  if (entry.trashedAt) throw new ApiError('entry.trashed');
  if (published.length === 0 || published.some(({ locale }) => entry.live.get(locale)?.version !== version)) {
    const message = `What version ${version} put live isn't live any more.`;
    throw new ApiError('entry.version_conflict', { details: [{ path: ['version'], message }] });
  }
  if (published.some(({ isKnown }) => !isKnown)) throw new ApiError('entry.never_live');
}

function planUndo(
  republication: Republication,
  entry: EntryState,
  project: ProjectLiveState,
  published: readonly Publication[],
): Plan {
  const removed = published.flatMap(({ locale, before }) => (before ? [] : [[locale, null] as const]));
  const back = published.flatMap(({ before }) => before ?? []);
  if (back.length === 0) return { live: new Map(removed), record: { kind: 'unpublish', imported: false } };
  const plan = republication.bringBack(entry, project, back, []);
  return { ...plan, live: new Map([...removed, ...plan.live]) };
}
