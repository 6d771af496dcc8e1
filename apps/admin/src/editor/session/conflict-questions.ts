import type { CollectionDocument } from '@stele/schema';
import type { Conflict } from './conflicts.ts';

/** Something to be chosen between two sides. */
interface ConflictQuestion {
  readonly key: string;
  readonly field: string;
  /** Null for a field that all languages share. */
  readonly locale: string | null;
  readonly mine: Conflict['mine'];
  readonly theirs: Conflict['theirs'];
}

/** What a conflict is asked by: once for all languages where they share the field. */
export function questionKey(collection: CollectionDocument | null, { locale, field }: Conflict): string {
  return isShared(collection, field) ? field : `${locale}.${field}`;
}

/** The questions that some conflicts come to. */
export function questionsOf(
  collection: CollectionDocument | null,
  conflicts: readonly Conflict[],
): readonly ConflictQuestion[] {
  const questions = new Map<string, ConflictQuestion>();
  for (const conflict of conflicts) {
    const key = questionKey(collection, conflict);
    const { field, mine, theirs } = conflict;
    const locale = isShared(collection, field) ? null : conflict.locale;
    if (!questions.has(key)) questions.set(key, { key, field, locale, mine, theirs });
  }
  return [...questions.values()];
}

function isShared(collection: CollectionDocument | null, field: string): boolean {
  return collection?.fields.some(({ key, localized }) => key === field && !localized) ?? false;
}
