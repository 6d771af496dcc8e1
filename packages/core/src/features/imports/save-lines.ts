import { findCollection, type Values, withDefaults } from '@stele/schema';
import type { ContentRules, InputValues } from '../../content/draft-values.ts';
import { inputWithNestedSlugs } from '../../content/generated-slugs.ts';
import type { ProjectContext } from '../../domains/context.ts';
import { applyDraft } from '../../domains/entries/drafts/apply-draft.ts';
import { entryLimits } from '../../domains/entries/entries.names.ts';
import { entryQuota } from '../../domains/projects/usage.ts';
import { underCurrentRules } from '../../entries/current-rules.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { assertEntryLimit } from '../../entries/entry-limit.store.ts';
import { writeNewEntry } from '../../entries/insert-entry.store.ts';
import { inTransaction, isTransactionConflict } from '../../platform/database/in-transaction.ts';
import { isUniqueViolation } from '../../platform/database/unique-violation.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { findByExternalIds } from './existing-entries.store.ts';
import type { ImportEntriesInput, ImportedItem, ImportedLine } from './imports.schemas.ts';
import { type PlannedLine, planLines } from './plan-lines.ts';

/** A line after its entry was saved, or why it wasn't. */
export type SavedLine =
  | {
      readonly result: Exclude<ImportedItem['result'], 'failed'>;
      readonly id: string;
      readonly version: number;
      /** The entry with its drafts; absent where someone changed them. */
      readonly entry?: EntryRecord;
    }
  | { readonly result: 'failed'; readonly error: ApiError };

type Saved = Map<ImportedLine, SavedLine>;
type NewLine = readonly [line: ImportedLine, planned: PlannedLine & { readonly kind: 'new' }];

/** Constraints that another entry with the same unique value, or the same external_id, breaks. */
const TAKEN = ['unique_values_pkey', 'entries_project_id_collection_key_external_id_key'];
/** How often all lines are tried together while others take their values. Then they are tried one by one. */
const TOGETHER = 3;
/** How often a request is overtaken at most before it gives up. */
const MOST_FAILURES = 50;

/**
 * Saves the lines of an import: new entries in one transaction. Where one of them wants a unique value that an earlier one has, or that
 * another request has just taken, it's planned again afterwards, so that each gets its own answer.
 *
 * @throws ApiError `entry.limit_reached`, `rate_limited`, `validation_failed`, `unavailable`; then nothing was written
 */
export async function saveLines(
  ctx: ProjectContext,
  { entries: lines, existing = 'keep' }: Pick<ImportEntriesInput, 'entries' | 'existing'>,
): Promise<ReadonlyMap<ImportedLine, SavedLine>> {
  const saved: Saved = new Map();
  for (let failures = 0; saved.size < lines.length; ) {
    const left = lines.filter((line) => !saved.has(line));
    const some = failures < TOGETHER ? left : left.slice(0, 1);
    try {
      const settled = await underCurrentRules(saveSome)(ctx, some);
      if (settled.size === 0 && ++failures > MOST_FAILURES) throw new ApiError('unavailable');
      for (const [line, planned] of settled) saved.set(line, await settle(ctx, line, planned, existing));
    } catch (error) {
      if (!(error instanceof ApiError) || saved.size === 0) throw error;
      for (const line of some) saved.set(line, { result: 'failed', error });
    }
  }
  return saved;
}

/** @returns the plans of the lines that are settled: of new entries, those that are written now */
async function saveSome(
  ctx: ProjectContext,
  lines: readonly ImportedLine[],
): Promise<ReadonlyMap<ImportedLine, Settled>> {
  const { rules, planned } = await planLines(ctx, lines);
  const settled = new Map<ImportedLine, Settled>();
  for (const [line, own] of planned) if (own.kind === 'there' || own.kind === 'failed') settled.set(line, own);
  const fresh = withoutClashes(planned);
  if (fresh.length > 0 && (await writeTogether(ctx, rules, fresh)))
    for (const [line, own] of fresh) settled.set(line, own);
  return settled;
}

type Settled = Exclude<PlannedLine, { kind: 'overtaken' }>;

/** The lines of new entries whose unique values no earlier one has. */
function withoutClashes(planned: ReadonlyMap<ImportedLine, PlannedLine>): NewLine[] {
  const taken = new Set<string>();
  return [...planned].flatMap(([line, own]): NewLine[] => {
    if (own.kind !== 'new') return [];
    const claims = own.unique.claimed.map((claim) => JSON.stringify([own.entry.collectionKey, claim]));
    if (claims.some((claim) => taken.has(claim))) return [];
    for (const claim of claims) taken.add(claim);
    return [[line, own]];
  });
}

/**
 * Writes new entries, and spends a unit of the limit for each.
 *
 * @returns false when another request took a unique value or created one of them; then none was written, and nothing spent
 */
async function writeTogether(ctx: ProjectContext, rules: ContentRules, fresh: readonly NewLine[]): Promise<boolean> {
  const { limiter, database } = ctx.services;
  const limit = entryLimits['entry.import'];
  const units = limiter.unitsOf(limit);
  // No waiting would help.
  if (units !== null && fresh.length > units) {
    throw invalid(['entries'], `At most ${units} entries can be created in an hour.`);
  }
  const giveBack = await limiter.spend(limit, ctx.project.id, fresh.length);
  const most = entryQuota(ctx);
  try {
    await inTransaction(database.pool, async (client) => {
      if (most !== null) await assertEntryLimit(client, ctx.project.id, most, fresh.length);
      for (const [, own] of fresh) await writeNewEntry(client, ctx, { ...own, rules, kind: 'create', imported: true });
    });
    return true;
  } catch (error) {
    await giveBack();
    if (isTransactionConflict(error) || TAKEN.some((constraint) => isUniqueViolation(error, constraint))) return false;
    if (!(error instanceof ApiError) || error.errorCode !== 'entry.limit_reached') throw error;
    const lines = fresh.map(([line]) => line);
    // Another request may have created them.
    if ((await findByExternalIds(database.pool, ctx.project.id, lines)).size === 0) throw error;
    return false;
  }
}

/** The result of a line; an entry that is there with other values is changed first where that was asked for. */
async function settle(
  ctx: ProjectContext,
  line: ImportedLine,
  planned: Settled,
  existing: ImportEntriesInput['existing'],
): Promise<SavedLine> {
  if (planned.kind === 'failed') return { result: 'failed', error: planned.error };
  const { entry } = planned;
  const { id, version } = entry;
  if (planned.kind === 'new') return { result: 'created', id, version, entry };
  if (existing === 'replace') {
    return planned.isSame ? { result: 'unchanged', id, version, entry } : replace(ctx, id, line).catch(asFailure);
  }
  return planned.isSame && planned.isUntouched
    ? { result: 'unchanged', id, version, entry }
    : { result: 'kept', id, version };
}

async function replace(ctx: ProjectContext, entryId: string, line: ImportedLine): Promise<SavedLine> {
  const { limiter } = ctx.services;
  await limiter.spend(entryLimits['entry.save_draft'], [ctx.project.id, entryId, ctx.actor.id].join(':'));
  const save = underCurrentRules((now: ProjectContext, { values }: ImportedLine) =>
    applyDraft(now, {
      entryId,
      kind: 'save',
      imported: true,
      valuesFor: async (before, rules) => inputWithDefaults(rules, before.collectionKey, values),
    }),
  );
  const { version } = await save(ctx, line);
  return { result: 'updated', id: entryId, version };
}

/** The sent values as a new entry would have them. */
function inputWithDefaults(rules: ContentRules, collectionKey: string, values: InputValues): InputValues {
  const collection = findCollection(rules.schema, collectionKey);
  const given = Object.entries(inputWithNestedSlugs(rules, collectionKey, values));
  return Object.fromEntries(
    given.map(([locale, own]) => [locale, own && collection ? withDefaults(collection, own as Values) : own]),
  );
}

function asFailure(error: unknown): SavedLine {
  if (!(error instanceof ApiError)) throw error;
  return { result: 'failed', error };
}
