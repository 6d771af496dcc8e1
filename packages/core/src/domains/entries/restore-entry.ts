import { findCollection } from '@stele/schema';
import { insufficientRights } from '../../access/authorize.ts';
import { can } from '../../access/permissions.ts';
import { contentRules } from '../../content/check-draft.ts';
import { type ContentRules, deriveListFacts, type LocaleValues, seal } from '../../content/draft-values.ts';
import { type ReplacedValue, withFreeValues } from '../../content/free-values.ts';
import {
  claimUniqueValues,
  NO_UNIQUE_CHANGES,
  type UniqueChanges,
  uniqueValuesOf,
} from '../../content/unique-values.ts';
import { loadEntries, lockEntries } from '../../entries/entry.store.ts';
import type { DraftState, EntryRecord } from '../../entries/entry.ts';
import { EntryMoved, writeRestored } from '../../entries/write-restored.store.ts';
import { inTransaction, isTransactionConflict } from '../../platform/database/in-transaction.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import { type OutboxEvent, recordEvents } from '../../platform/events.store.ts';
import { keepAnswer } from '../../platform/keep-answer.ts';
import type { ProjectContext } from '../context.ts';
import type { EntryWithWarnings } from './entries.schemas.ts';
import { toEntryView } from './entry-view.ts';

/** How often it's worked out anew because the entry, or one with the same slug, changed meanwhile. */
const MAX_ATTEMPTS = 10;

/**
 * Brings an entry back from the trash, as a draft. A unique value that another entry took meanwhile gets an ending. An
 * entry that isn't in the trash stays as it is.
 *
 * @returns the entry, with a warning for each value that was replaced
 * @throws ApiError `entry.not_found`
 */
export async function restoreEntry(
  ctx: ProjectContext,
  input: { readonly entryId: string },
): Promise<EntryWithWarnings> {
  const view = ({ entry, warnings }: RestoredEntry): EntryWithWarnings => ({ ...toEntryView(entry), warnings });
  return restoreInTransaction(ctx, [input.entryId], ({ restored, refused }) => {
    const [only] = restored.values();
    if (!only) throw refused.get(input.entryId);
    return view(only);
  });
}

/** An entry that is to be outside of the trash. */
export interface RestoredEntry {
  readonly entry: EntryRecord;
  /** Whether it was in the trash. */
  readonly changed: boolean;
  readonly warnings: EntryWithWarnings['warnings'];
}

/** What became of entries that were to be restored. */
export interface RestoredEntries {
  readonly restored: ReadonlyMap<string, RestoredEntry>;
  /** Those that don't exist, or may not be restored. */
  readonly refused: ReadonlyMap<string, ApiError>;
}

/**
 * Brings entries back from the trash in one transaction: all of them, or none.
 *
 * @param answer the answer for the caller, kept for an Idempotency-Key; what it throws leaves all as it was
 * @throws ApiError `unavailable`, `idempotency.in_flight`
 */
export async function restoreInTransaction<Answer>(
  ctx: ProjectContext,
  ids: readonly string[],
  answer: (outcome: RestoredEntries) => Answer,
): Promise<Answer> {
  const rules = await contentRules(ctx);
  const { database } = ctx.services;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      const given = await inTransaction(database.pool, async (client) => {
        await lockEntries(client, ctx.project.id, ids);
        const found = await loadEntries(client, ctx.project.id, ids);
        const restored = new Map<string, RestoredEntry>();
        const refused = new Map<string, ApiError>();
        for (const id of ids) {
          const entry = found.get(id);
          if (!entry) refused.set(id, new ApiError('entry.not_found'));
          else if (!can(ctx, 'entry.write', { collection: entry.collectionKey }))
            refused.set(id, insufficientRights(ctx));
          else restored.set(id, await restore(ctx, client, rules, entry));
        }
        const given = answer({ restored, refused });
        await recordEvents(client, ctx.project.id, ctx.services.clock.now(), eventsOf(ctx, restored));
        await keepAnswer(client, ctx, given);
        return given;
      });
      if (ctx.idempotency) ctx.idempotency.stored = true;
      return given;
    } catch (error) {
      if (!(error instanceof EntryMoved || isTransactionConflict(error))) throw error;
    }
  }
  throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
}

function eventsOf({ actor }: ProjectContext, restored: ReadonlyMap<string, RestoredEntry>): OutboxEvent[] {
  const back = [...restored.values()].filter(({ changed }) => changed);
  return back.map(({ entry: { id, collectionKey, version, drafts } }) => ({
    kind: 'entry.restored',
    subjectId: id,
    data: { collection_key: collectionKey, version, locales: [...drafts.keys()], actor },
  }));
}

async function restore(
  ctx: ProjectContext,
  client: Queryable,
  rules: ContentRules,
  entry: EntryRecord,
): Promise<RestoredEntry> {
  if (!entry.trashedAt) return { entry, changed: false, warnings: [] };
  const { after, replaced, unique } = await workOut(client, rules, entry);
  await writeRestored(ctx, client, rules, { before: entry, after, unique });
  return { entry: after, changed: true, warnings: replaced.map((one) => warningOf(entry.id, one)) };
}

interface BackFromTrash {
  readonly after: EntryRecord;
  readonly replaced: readonly ReplacedValue[];
  readonly unique: UniqueChanges;
}

async function workOut(client: Queryable, rules: ContentRules, entry: EntryRecord): Promise<BackFromTrash> {
  const back: EntryRecord = { ...entry, trashedAt: null };
  const collection = findCollection(rules.schema, entry.collectionKey);
  if (!collection) return { after: back, replaced: [], unique: NO_UNIQUE_CHANGES };
  const values = new Map([...entry.drafts].map(([locale, draft]) => [locale, draft.values]));
  const target = { projectId: entry.projectId, entryId: entry.id, collection };
  const free = await withFreeValues(client, target, values);
  const wanted = uniqueValuesOf(collection, free.drafts);
  const unique = claimUniqueValues(collection, { id: entry.id, isNew: false }, wanted, free.surroundings.held, []);
  if (free.replaced.length === 0) return { after: back, replaced: [], unique };
  const version = entry.version + 1;
  const drafts = new Map<string, DraftState>(entry.drafts);
  for (const locale of new Set(free.replaced.map((one) => one.locale))) {
    const own: LocaleValues = free.drafts.get(locale) ?? {};
    drafts.set(locale, { version, valuesHash: seal(own)?.hash ?? '', values: own });
  }
  const facts = deriveListFacts(rules, entry.collectionKey, free.drafts, entry.externalId ?? '');
  return { after: { ...back, version, valuesVersion: version, drafts, ...facts }, replaced: free.replaced, unique };
}

function warningOf(entryId: string, { locale, field, from, to }: ReplacedValue): EntryWithWarnings['warnings'][number] {
  const now = to === null ? 'It was cleared.' : `It is "${to}" now.`;
  return {
    code: 'entry.value_replaced',
    message: `Another entry has "${from}" by now. ${now}`,
    path: ['values', locale, field],
    entry_id: entryId,
  };
}
