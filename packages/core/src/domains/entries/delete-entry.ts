import { setTimeout } from 'node:timers/promises';
import { insertAudit, targetWritten } from '../../audit.ts';
import type { ProjectContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { changeEntry } from '../../publishing/entry-command.ts';
import { takesWrites } from './current-rules.ts';
import type { EntryWithWarnings } from './entries.schemas.ts';
import { type EntryRecord, getEntryInProject, toEntryView } from './entries.store.ts';
import { stillReferredTo } from './still-referred-to.ts';

/** How often a deletion is worked out anew because the entry changed meanwhile. */
const MAX_ATTEMPTS = 40;
const WAIT_MS = 250;

/**
 * Moves an entry to the trash and takes it off the site. An entry that is in the trash already stays there.
 *
 * @returns the entry, with a warning for each live entry that refers to it
 * @throws ApiError `entry.not_found`, `unavailable`
 */
export async function deleteEntry(
  ctx: ProjectContext,
  input: { readonly entryId: string },
): Promise<EntryWithWarnings> {
  const { pool } = ctx.services.database;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const entry = await getEntryInProject(pool, ctx.project.id, input.entryId);
    const done =
      entry.trashedAt !== null || (entry.live.size > 0 ? await takeOffSite(ctx, entry) : await trash(ctx, entry));
    if (!done) {
      await setTimeout(WAIT_MS);
      await ctx.services.restorations.finish(ctx.project.id);
      continue;
    }
    const warnings = await stillReferredTo(pool, ctx.project.id, entry.id);
    return { ...toEntryView(await getEntryInProject(pool, ctx.project.id, entry.id)), warnings };
  }
  throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
}

async function takeOffSite(ctx: ProjectContext, { id }: EntryRecord): Promise<boolean> {
  return changeEntry<boolean>(ctx, {
    entryId: id,
    reason: 'delete',
    plan: (entry) => {
      // What was taken off the site meanwhile is trashed without a snapshot.
      if (entry.trashedAt || entry.live.size === 0) return null;
      const live = new Map([...entry.live.keys()].map((locale) => [locale, null]));
      return { live, record: null, trashedAt: ctx.services.clock.now() };
    },
    answer: ({ entry }) => entry.trashedAt !== null,
  });
}

/** Trashes an entry that isn't live. @returns false when it has changed since it was read */
async function trash(ctx: ProjectContext, entry: EntryRecord): Promise<boolean> {
  const audit = insertAudit(
    ctx,
    { action: 'entry.delete', targetId: entry.id, data: { version: entry.version } },
    entry.projectId,
    targetWritten,
  );
  const rows = await ctx.services.database.prisma.$queryRaw<unknown[]>`
    WITH project AS (
      SELECT id FROM projects WHERE id = ${entry.projectId} AND ${takesWrites} FOR KEY SHARE
    ), guard AS (
      UPDATE entries SET trashed_at = ${ctx.services.clock.now()}, status = 'trashed', changed = false
      FROM project
      WHERE entries.id = ${entry.id} AND project_id = project.id AND version = ${entry.version}
        AND trashed_at IS NULL AND status = 'draft'
      RETURNING entries.id
    ), released AS (
      DELETE FROM unique_values v USING guard WHERE v.entry_id = guard.id
    ), audit AS (${audit})
    SELECT id FROM guard`;
  return rows.length === 1;
}
