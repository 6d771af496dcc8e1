import { type CheckedValues, type ContentRules, deriveListFacts, valuesByLocale } from '../../content/draft-values.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { firstPosition } from '../../entries/position.ts';
import type { ProjectContext } from '../context.ts';

interface EntryParts {
  readonly id: string;
  readonly collectionKey: string;
  readonly externalId: string | null;
  readonly drafts: ReadonlyMap<string, CheckedValues>;
}

/** The first version of an entry. */
export function newEntry(
  { project, actor, services }: ProjectContext,
  rules: ContentRules,
  { id, collectionKey, externalId, drafts }: EntryParts,
): EntryRecord {
  const now = services.clock.now();
  return {
    id,
    position: firstPosition(id),
    projectId: project.id,
    collectionKey,
    externalId,
    version: 1,
    valuesVersion: 1,
    ...deriveListFacts(rules, collectionKey, valuesByLocale(drafts), externalId ?? ''),
    createdAt: now,
    createdBy: actor,
    updatedAt: now,
    updatedBy: actor,
    trashedAt: null,
    wasLiveIn: [],
    drafts: new Map(
      [...drafts].map(([locale, { hash, values }]) => [locale, { version: 1, valuesHash: hash, values }]),
    ),
    live: new Map(),
    liveValues: new Map(),
    draftMentions: new Map(),
    review: null,
  };
}
