import { searchVectorOf } from '../content/draft-values.ts';
import { mentionedIn } from '../content/mentions.ts';
import type { DraftRow, NewVersions } from '../entries/write-versions.store.ts';
import { takeBreak } from '../platform/breaks.ts';
import type { Round } from './round.ts';

export type ReturningDrafts = Pick<NewVersions, 'values' | 'drafts'>;

/**
 * The drafts that a round writes for restored entries: new drafts, and all drafts of entries that leave the trash. Their mentions
 * are computed again, since the schema may have changed meanwhile.
 */
export async function returningDrafts({ project, changes }: Round): Promise<ReturningDrafts> {
  const back = changes.flatMap(({ plan: { restored }, before, after }) =>
    restored ? [{ restored, before, after }] : [],
  );
  const values = back.flatMap(({ restored, after: { id: entryId, version } }) =>
    [...restored.drafts].map(([locale, own]) => ({ entryId, locale, version, values: own.values })),
  );
  const drafts: DraftRow[] = [];
  for (const { before, after } of back) {
    const { id: entryId, collectionKey } = after;
    for (const [locale, draft] of after.drafts) {
      if (!before.trashedAt && before.drafts.get(locale) === draft) continue;
      await takeBreak();
      const search = searchVectorOf(project, { projectId: project.id, collectionKey, locale }, draft.values);
      drafts.push({ entryId, locale, ...draft, search, ...mentionedIn(project.schema, collectionKey, draft.values) });
    }
  }
  return { values, drafts };
}
