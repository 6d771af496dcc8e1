import { searchVectorOf } from '../content/draft-values.ts';
import { mentionedIn } from '../content/mentions.ts';
import type { NewVersions } from '../entries/write-versions.store.ts';
import type { Round } from './round.ts';

/**
 * The drafts of entries that a round brings back: those that are new, and the others of entries that leave the trash. What
 * these mention is worked out again, since the schema may have changed meanwhile.
 */
export function returningDrafts({ project, changes }: Round): Pick<NewVersions, 'values' | 'drafts'> {
  const back = changes.flatMap(({ plan: { comeback }, before, after }) =>
    comeback ? [{ comeback, before, after }] : [],
  );
  return {
    values: back.flatMap(({ comeback, after }) =>
      [...comeback.drafts].map(([locale, { values }]) => ({
        entryId: after.id,
        locale,
        version: after.version,
        values,
      })),
    ),
    drafts: back.flatMap(({ before, after }) =>
      [...after.drafts].flatMap(([locale, draft]) => {
        if (!before.trashedAt && before.drafts.get(locale) === draft) return [];
        const { id: entryId, collectionKey } = after;
        return [
          {
            entryId,
            locale,
            version: draft.version,
            valuesHash: draft.valuesHash,
            search: searchVectorOf(project, { projectId: project.id, collectionKey, locale }, draft.values),
            ...mentionedIn(project.schema, collectionKey, draft.values),
          },
        ];
      }),
    ),
  };
}
