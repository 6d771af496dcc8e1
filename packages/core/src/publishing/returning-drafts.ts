import { searchVectorOf } from '../content/draft-values.ts';
import { mentionedIn } from '../content/mentions.ts';
import type { NewVersions } from '../entries/write-versions.store.ts';
import type { Round } from './round.ts';

/**
 * The drafts that a round writes for restored entries: new drafts, and all drafts of entries that leave the trash. Their mentions
 * are computed again, since the schema may have changed meanwhile.
 */
export function returningDrafts({ project, changes }: Round): Pick<NewVersions, 'values' | 'drafts'> {
  const back = changes.flatMap(({ plan: { restored }, before, after }) =>
    restored ? [{ restored, before, after }] : [],
  );
  return {
    values: back.flatMap(({ restored, after }) =>
      [...restored.drafts].map(([locale, { values }]) => {
        const { id: entryId, version } = after;
        return { entryId, locale, version, values };
      }),
    ),
    drafts: back.flatMap(({ before, after }) =>
      [...after.drafts].flatMap(([locale, draft]) => {
        if (!before.trashedAt && before.drafts.get(locale) === draft) return [];
        const { id: entryId, collectionKey } = after;
        const search = searchVectorOf(project, { projectId: project.id, collectionKey, locale }, draft.values);
        return [{ entryId, locale, ...draft, search, ...mentionedIn(project.schema, collectionKey, draft.values) }];
      }),
    ),
  };
}
