import type { ContentRules } from '../../content/draft-values.ts';
import { inputWithNestedSlugs } from '../../content/generated-slugs.ts';
import type { ProjectContext } from '../../domains/context.ts';
import { applyDraft } from '../../domains/entries/drafts/apply-draft.ts';
import { entryLimits } from '../../domains/entries/entries.names.ts';
import { entryQuota } from '../../domains/projects/usage.ts';
import { Overtaken, underCurrentRules } from '../../entries/current-rules.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { assertEntryLimit } from '../../entries/entry-limit.store.ts';
import { writeNewEntry } from '../../entries/insert-entry.store.ts';
import { inTransaction, isTransactionConflict } from '../../platform/database/in-transaction.ts';
import { isUniqueViolation } from '../../platform/database/unique-violation.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import type { ImportEntriesInput, ImportedItem, ImportedLine } from './imports.schemas.ts';
import { type PlannedLine, planLines } from './plan-lines.ts';

/** A line after its entry was saved, or why it wasn't. */
export type SavedLine =
  | {
      readonly result: Exclude<ImportedItem['result'], 'failed'>;
      readonly id: string;
      readonly version: number;
      /** The entry with its drafts; absent where they differ from the line, or did. */
      readonly entry?: EntryRecord;
    }
  | { readonly result: 'failed'; readonly error: ApiError };

type NewLine = PlannedLine & { readonly kind: 'new' };

/** Constraints that another entry with the same unique value, or the same external_id, breaks. */
const TAKEN = ['unique_values_pkey', 'entries_project_id_collection_key_external_id_key'];

/**
 * Saves the lines of an import: new entries in one transaction, and by themselves those that want a unique value which another of
 * them has, so that each gets its own answer.
 *
 * @throws RulesMoved, ApiError `entry.limit_reached`, `rate_limited`; then nothing was written
 */
export async function saveLines(
  ctx: ProjectContext,
  { entries: lines, existing = 'keep' }: Pick<ImportEntriesInput, 'entries' | 'existing'>,
): Promise<readonly SavedLine[]> {
  const { rules, planned } = await planLines(ctx, lines);
  const together = withoutClashes(planned);
  const isTogether = await spending(ctx, planned, () => writeTogether(ctx, rules, together));
  const saved: SavedLine[] = [];
  for (const [index, line] of lines.entries()) {
    const own = planned[index];
    const isLeft = !own || own.kind === 'overtaken' || (own.kind === 'new' && !(isTogether && together.includes(own)));
    saved.push(isLeft ? await saveAlone(ctx, line, existing) : await settle(ctx, line, own, existing));
  }
  return saved;
}

/** The lines of new entries whose unique values no earlier one has. */
function withoutClashes(planned: readonly PlannedLine[]): NewLine[] {
  const taken = new Set<string>();
  return planned.filter((line): line is NewLine => {
    if (line.kind !== 'new') return false;
    const claims = line.unique.claimed.map((claim) => JSON.stringify([line.entry.collectionKey, claim]));
    if (claims.some((claim) => taken.has(claim))) return false;
    for (const claim of claims) taken.add(claim);
    return true;
  });
}

/** Spends a unit for each new entry, and gives them back when nothing was written. */
async function spending<Result>(
  { services, project }: ProjectContext,
  planned: readonly PlannedLine[],
  work: () => Promise<Result>,
): Promise<Result> {
  const count = planned.filter(({ kind }) => kind === 'new').length;
  const most = services.limiter.unitsOf(entryLimits['entry.import']);
  // No waiting would help.
  if (most !== null && count > most) throw invalid(['entries'], `At most ${most} entries can be created in an hour.`);
  const giveBack = count > 0 ? await services.limiter.spend(entryLimits['entry.import'], project.id, count) : null;
  try {
    return await work();
  } catch (error) {
    await giveBack?.();
    throw error;
  }
}

/** @returns false when another entry took a unique value of one of them; then none was written */
async function writeTogether(ctx: ProjectContext, rules: ContentRules, lines: readonly NewLine[]): Promise<boolean> {
  if (lines.length === 0) return true;
  const most = entryQuota(ctx);
  try {
    await inTransaction(ctx.services.database.pool, async (client) => {
      if (most !== null) await assertEntryLimit(client, ctx.project.id, most, lines.length);
      for (const line of lines) await writeNewEntry(client, ctx, { ...line, rules, kind: 'create', imported: true });
    });
    return true;
  } catch (error) {
    if (isTaken(error) || isTransactionConflict(error)) return false;
    throw error;
  }
}

function isTaken(error: unknown): boolean {
  return TAKEN.some((constraint) => isUniqueViolation(error, constraint));
}

/** Plans and saves one line anew. */
async function saveAlone(
  ctx: ProjectContext,
  line: ImportedLine,
  existing: ImportEntriesInput['existing'],
): Promise<SavedLine> {
  const save = underCurrentRules(async (now: ProjectContext, own: ImportedLine): Promise<SavedLine> => {
    const { rules, planned } = await planLines(now, [own]);
    const [plan] = planned;
    if (!plan || plan.kind === 'overtaken') throw new Overtaken();
    if (plan.kind === 'new' && !(await writeTogether(now, rules, [plan]))) throw new Overtaken();
    return settle(now, own, plan, existing);
  });
  return save(ctx, line).catch(asFailure);
}

/** The result of a line whose entry is written, if it's new; one that is there is changed first where that was asked for. */
async function settle(
  ctx: ProjectContext,
  line: ImportedLine,
  planned: Exclude<PlannedLine, { kind: 'overtaken' }>,
  existing: ImportEntriesInput['existing'],
): Promise<SavedLine> {
  switch (planned.kind) {
    case 'failed':
      return { result: 'failed', error: planned.error };
    case 'new':
      return { result: 'created', ...briefly(planned.entry) };
    case 'there': {
      const { id, version } = planned.entry;
      if (!planned.differs) return { result: 'unchanged', ...briefly(planned.entry) };
      if (existing !== 'replace') return { result: 'kept', id, version };
      return replace(ctx, id, line).catch(asFailure);
    }
  }
}

function briefly(entry: EntryRecord) {
  return { id: entry.id, version: entry.version, entry };
}

async function replace(ctx: ProjectContext, entryId: string, line: ImportedLine): Promise<SavedLine> {
  const { limiter } = ctx.services;
  await limiter.spend(entryLimits['entry.save_draft'], [ctx.project.id, entryId, ctx.actor.id].join(':'));
  const save = underCurrentRules((now: ProjectContext, { values }: ImportedLine) =>
    applyDraft(now, {
      entryId,
      kind: 'save',
      imported: true,
      valuesFor: async (before, rules) => inputWithNestedSlugs(rules, before.collectionKey, values),
    }),
  );
  const { version } = await save(ctx, line);
  return { result: 'updated', id: entryId, version };
}

function asFailure(error: unknown): SavedLine {
  if (!(error instanceof ApiError)) throw error;
  return { result: 'failed', error };
}
