import { type CheckedValues, type ContentRules, deriveListFacts } from '../../content/draft-values.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { firstPosition } from '../../entries/position.ts';
import type { ProjectContext } from '../context.ts';

/** What is given of an entry that is to be made. */
export interface EntryParts {
  readonly id: string;
  readonly collectionKey: string;
  readonly externalId: string | null;
  readonly drafts: ReadonlyMap<string, CheckedValues>;
}

/** An entry as it is in its first version. */
export function newEntry(
  { project, actor, services }: ProjectContext,
  rules: ContentRules,
  { id, collectionKey, externalId, drafts }: EntryParts,
): EntryRecord {
  const now = services.clock.now();
  const values = new Map([...drafts].map(([locale, draft]) => [locale, draft.values]));
  return {
    id,
    position: firstPosition(id),
    projectId: project.id,
    collectionKey,
    externalId,
    version: 1,
    valuesVersion: 1,
    ...deriveListFacts(rules, collectionKey, values, externalId ?? ''),
    createdAt: now,
    createdBy: actor,
    updatedAt: now,
    updatedBy: actor,
    trashedAt: null,
    drafts: new Map(
      [...drafts].map(([locale, { hash, values: own }]) => [locale, { version: 1, valuesHash: hash, values: own }]),
    ),
    live: new Map(),
    liveValues: new Map(),
    draftMentions: new Map(),
  };
}
