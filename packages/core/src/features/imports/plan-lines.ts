import pLimit from 'p-limit';
import { insufficientRights } from '../../access/authorize.ts';
import { isReadable } from '../../access/permissions.ts';
import { contentRules } from '../../content/check-draft.ts';
import type { ContentRules } from '../../content/draft-values.ts';
import { inputWithNestedSlugs } from '../../content/generated-slugs.ts';
import type { UniqueChanges } from '../../content/unique-values.ts';
import type { ProjectContext } from '../../domains/context.ts';
import { planEntry } from '../../domains/entries/create-entry.ts';
import { planDraft } from '../../domains/entries/drafts/apply-draft.ts';
import { Overtaken } from '../../entries/current-rules.store.ts';
import { loadEntries } from '../../entries/entry.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { ApiError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { findByExternalIds, lineName } from './external-ids.store.ts';
import type { ImportedLine } from './imports.schemas.ts';

/** A line of an import, before it is written. */
export type PlannedLine =
  | { readonly kind: 'new'; readonly entry: EntryRecord; readonly unique: UniqueChanges }
  | { readonly kind: 'there'; readonly entry: EntryRecord; readonly differs: boolean }
  | { readonly kind: 'failed'; readonly error: ApiError }
  /** Another entry took a value that this one would have: it's planned again by itself. */
  | { readonly kind: 'overtaken' };

/** Lines that are planned at the same time, so that an import leaves connections to others. */
const AT_ONCE = 4;

/** Plans lines as they would be saved, each with all checks of drafts. Nothing is written. */
export async function planLines(
  ctx: ProjectContext,
  lines: readonly ImportedLine[],
): Promise<{ readonly rules: ContentRules; readonly planned: readonly PlannedLine[] }> {
  const { pool } = ctx.services.database;
  const rules = await contentRules(ctx);
  const ids = await findByExternalIds(pool, ctx.project.id, lines);
  const entries = await loadEntries(pool, ctx.project.id, [...ids.values()]);
  const limit = pLimit(AT_ONCE);
  const plan = (line: ImportedLine) => planLine(ctx, rules, line, entries.get(ids.get(lineName(line)) ?? '') ?? null);
  const planned = await Promise.all(lines.map((line) => limit(plan, line)));
  const failed = lines.filter((line, index) => planned[index]?.kind === 'failed' && !ids.has(lineName(line)));
  // The values that were refused as taken may be those of the same entry, which another request has just created.
  const since = failed.length > 0 ? await findByExternalIds(pool, ctx.project.id, failed) : new Map<string, string>();
  const isSince = (line: ImportedLine | undefined): boolean => line !== undefined && since.has(lineName(line));
  return { rules, planned: planned.map((one, index) => (isSince(lines[index]) ? { kind: 'overtaken' } : one)) };
}

async function planLine(
  ctx: ProjectContext,
  rules: ContentRules,
  line: ImportedLine,
  before: EntryRecord | null,
): Promise<PlannedLine> {
  try {
    if (!isReadable(ctx.reads, line.collection_key)) throw insufficientRights(ctx);
    if (!before) return { kind: 'new', ...(await planEntry(ctx, rules, newId('entry'), line)) };
    const valuesFor = async () => inputWithNestedSlugs(rules, before.collectionKey, line.values);
    const { change } = await planDraft(ctx, rules, before, { valuesFor });
    return { kind: 'there', entry: before, differs: change !== null };
  } catch (error) {
    if (error instanceof Overtaken) return { kind: 'overtaken' };
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'failed', error };
  }
}
