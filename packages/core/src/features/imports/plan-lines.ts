import { isSameJson } from '@stele/schema';
import pLimit from 'p-limit';
import { insufficientRights } from '../../access/authorize.ts';
import { isReadable } from '../../access/permissions.ts';
import { contentRules } from '../../content/check-draft.ts';
import { type ContentRules, prepareDrafts } from '../../content/draft-values.ts';
import { inputWithNestedSlugs } from '../../content/generated-slugs.ts';
import type { UniqueChanges } from '../../content/unique-values.ts';
import type { ProjectContext } from '../../domains/context.ts';
import { planEntry } from '../../domains/entries/create-entry.ts';
import { Overtaken } from '../../entries/current-rules.store.ts';
import { loadEntries } from '../../entries/entry.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { ApiError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { findByExternalIds, lineName } from './existing-entries.store.ts';
import { type ImportedLine, localesToPublish } from './imports.schemas.ts';

/** A line of an import, before it is written. */
export type PlannedLine =
  | { readonly kind: 'new'; readonly entry: EntryRecord; readonly unique: UniqueChanges }
  /**
   * `isSame`: it has the values of the line. `isUntouched`: its drafts were last changed by an import, and no locale that the line
   * publishes was taken off the site.
   */
  | { readonly kind: 'there'; readonly entry: EntryRecord; readonly isSame: boolean; readonly isUntouched: boolean }
  | { readonly kind: 'failed'; readonly error: ApiError }
  /** Another entry took a value that this one would have, or another request created it: it's planned again. */
  | { readonly kind: 'overtaken' };

/** Lines that are planned at the same time, so that an import leaves connections to others. */
const AT_ONCE = 4;

/** Plans lines as they would be saved, new entries with all checks of drafts. Nothing is written. */
export async function planLines(
  ctx: ProjectContext,
  lines: readonly ImportedLine[],
): Promise<{ readonly rules: ContentRules; readonly planned: ReadonlyMap<ImportedLine, PlannedLine> }> {
  const { pool } = ctx.services.database;
  const rules = await contentRules(ctx);
  const found = await findByExternalIds(pool, ctx.project.id, lines);
  const entries = await loadEntries(
    pool,
    ctx.project.id,
    [...found.values()].map(({ id }) => id),
  );
  const limit = pLimit(AT_ONCE);
  const plan = async (line: ImportedLine): Promise<PlannedLine> => {
    const there = found.get(lineName(line));
    const entry = entries.get(there?.id ?? '');
    if (!isReadable(ctx.reads, line.collection_key)) return { kind: 'failed', error: insufficientRights(ctx) };
    if (!there || !entry) return planNew(ctx, rules, line);
    if (entry.trashedAt) return { kind: 'failed', error: new ApiError('entry.trashed') };
    const isOff = localesToPublish(line).some((one) => there.wasLiveIn.includes(one) && !entry.live.has(one));
    return { kind: 'there', entry, isSame: hasValues(rules, entry, line), isUntouched: there.imported && !isOff };
  };
  const planned = await Promise.all(lines.map((line) => limit(plan, line)));
  const failed = lines.filter((line, index) => planned[index]?.kind === 'failed' && !found.has(lineName(line)));
  // The values that were refused as taken may be those of the same entry, which another request has just created.
  const since = failed.length > 0 ? await findByExternalIds(pool, ctx.project.id, failed) : found;
  return {
    rules,
    planned: new Map(
      lines.map((line, index) => {
        const own = planned[index];
        const isSince = failed.includes(line) && since.has(lineName(line));
        return [line, !own || isSince ? { kind: 'overtaken' } : own] as const;
      }),
    ),
  };
}

async function planNew(ctx: ProjectContext, rules: ContentRules, line: ImportedLine): Promise<PlannedLine> {
  try {
    return { kind: 'new', ...(await planEntry(ctx, rules, newId('entry'), line)) };
  } catch (error) {
    if (error instanceof Overtaken) return { kind: 'overtaken' };
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'failed', error };
  }
}

/** Whether an entry has the values that the line would give a new one, defaults included. Fields that the line omits don't count. */
function hasValues(rules: ContentRules, { collectionKey, drafts }: EntryRecord, { values }: ImportedLine): boolean {
  const given = inputWithNestedSlugs(rules, collectionKey, values);
  const prepared = prepareDrafts(rules, collectionKey, null, given);
  return (
    prepared.details.length === 0 &&
    Object.keys(given).every((locale) => {
      const own = drafts.get(locale)?.values;
      const wanted = prepared.drafts.get(locale)?.values;
      if (!own || !wanted) return own === undefined && wanted === undefined;
      return Object.entries(wanted).every(([key, value]) => isSameJson(own[key] ?? null, value));
    })
  );
}
