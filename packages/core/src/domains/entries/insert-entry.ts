import type { ContentRules } from '../../content/draft-values.ts';
import type { UniqueChanges } from '../../content/unique-values.ts';
import { writeUniqueValues } from '../../content/write-unique-values.ts';
import type { ProjectContext } from '../../context.ts';
import { answersToKeep } from '../../idempotency.store.ts';
import type { EntryRecord } from './entries.store.ts';
import { entryRows, insertEntries } from './insert-entry.store.ts';
import { insertTogether } from './insert-together.ts';

/** An entry that's to be made, checked already. */
export interface NewEntry {
  readonly rules: ContentRules;
  readonly entry: EntryRecord;
  readonly unique: UniqueChanges;
  readonly kind: 'create' | 'duplicate';
  readonly imported: boolean;
  /** The answer, kept for an Idempotency-Key. */
  readonly view: unknown;
}

/**
 * Writes the entry, its drafts, its first version, the audit row and the kept answer, in one statement. Those that can't
 * be in each other's way share it with others of the project that are made at the same time.
 *
 * @throws RulesMoved, ApiError `idempotency.in_flight`
 */
export async function insertEntry(ctx: ProjectContext, made: NewEntry): Promise<void> {
  const { entry, unique, view } = made;
  const { database, searchIndex } = ctx.services;
  const rows = entryRows(ctx, made.rules, entry, made);
  if (entry.externalId === null && unique.added.length === 0 && !ctx.idempotency) {
    await insertTogether(database.pool, ctx.project, rows);
  } else {
    await insertEntries(database.pool, ctx.project, [rows], {
      more: writeUniqueValues(unique),
      kept: answersToKeep(ctx, view),
    });
  }
  if (ctx.idempotency) ctx.idempotency.stored = true;
  searchIndex.mergeSoon();
}
