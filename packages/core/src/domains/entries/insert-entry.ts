import type { ContentRules } from '../../content/draft-values.ts';
import type { UniqueChanges } from '../../content/unique-values.ts';
import { writeUniqueValues } from '../../content/write-unique-values.ts';
import type { ProjectContext } from '../../context.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { storeAnswer } from '../../idempotency.ts';
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
 * @throws RulesMoved
 */
export async function insertEntry(ctx: ProjectContext, made: NewEntry): Promise<void> {
  const { entry, unique, view } = made;
  const { database, searchIndex } = ctx.services;
  const rows = entryRows(ctx, made.rules, entry, made);
  if (entry.externalId === null && unique.added.length === 0 && !ctx.idempotency) {
    await insertTogether(database.pool, ctx.project, rows);
  } else {
    const answer = ctx.idempotency
      ? Prisma.sql`, kept_answer AS (${storeAnswer(ctx, view)} AND EXISTS (SELECT 1 FROM project))`
      : Prisma.empty;
    await insertEntries(database.pool, ctx.project, [rows], Prisma.sql`${writeUniqueValues(unique)}${answer}`);
  }
  searchIndex.mergeSoon();
}
