import type { CollectionDocument } from '@stele/schema';
import type { Conflict } from '@/values/values.ts';

/** Something to choose between two sides. */
export interface ConflictQuestion extends Pick<Conflict, 'labels' | 'shape' | 'base' | 'mine' | 'theirs'> {
  readonly key: string;
  /** Null for a field that all languages share. */
  readonly locale: string | null;
}

/** Names the question that a conflict leads to: one for all languages where they share the field. */
export function questionKey(collection: CollectionDocument | null, { locale, field, path }: Conflict): string {
  return JSON.stringify(isShared(collection, field) ? path : [locale, ...path]);
}

/** The questions that some conflicts lead to. */
export function questionsOf(
  collection: CollectionDocument | null,
  conflicts: readonly Conflict[],
): readonly ConflictQuestion[] {
  const questions = new Map<string, ConflictQuestion>();
  for (const conflict of conflicts) {
    const key = questionKey(collection, conflict);
    if (questions.has(key)) continue;
    const { labels, shape, base, mine, theirs } = conflict;
    questions.set(key, {
      key,
      labels,
      shape,
      locale: isShared(collection, conflict.field) ? null : conflict.locale,
      base,
      mine,
      theirs,
    });
  }
  return [...questions.values()];
}

function isShared(collection: CollectionDocument | null, field: string): boolean {
  return collection?.fields.some(({ key, localized }) => key === field && !localized) ?? false;
}
