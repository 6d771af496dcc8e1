import type { EntryState } from '../../entries/entry.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Plan, ProjectLiveState } from '../model.ts';
import type { ChangeOf } from './change.ts';
import { type ChangeWarning, contentWarnings, referrerWarnings, withoutPublished } from './change-warning.ts';
import { type ChangeSource, type Interpretation, type Planned, type PlanState, planEach } from './interpretation.ts';
import { loadPublications, type Publication } from './last-live.store.ts';
import { planRestoredContent, type RestoreFacts, readRestoreFacts } from './restored-content.ts';

type UndoPublish = ChangeOf<'undo_publish'>;

/** The content that the publishes put on the site, and the content before. */
interface Facts {
  readonly published: readonly Publication[];
  readonly restored: RestoreFacts;
  /** Warnings about live entries that refer to one that leaves the site. */
  readonly left: readonly ChangeWarning[];
}

/**
 * Undoes a publish of each entry, in all locales that it changed: exactly the content before is live again. Where there was none,
 * the entry leaves the site. Drafts stay as they are.
 */
export function interpretUndoPublish(change: UndoPublish): Interpretation {
  const entryIds = change.entries.map(({ id }) => id);
  return {
    reason: 'republish',
    readsAlone: true,
    read: async (source, project) => {
      const facts = await readFacts(change, source, project);
      return { entryIds, plan: (state) => planUndo(change, state, facts) };
    },
  };
}

async function readFacts({ entries }: UndoPublish, source: ChangeSource, project: ProjectLiveState): Promise<Facts> {
  const { pool, reads } = source;
  const versions = new Map(entries.map(({ id, version }) => [id, version]));
  const published = await loadPublications(pool, project.id, versions);
  const before = published.flatMap((one) => one.before ?? []);
  const restored = await readRestoreFacts(source, project, [...versions.keys()], before);
  const left: ChangeWarning[] = [];
  for (const locale of new Set(published.map((one) => one.locale))) {
    const gone = published.filter((one) => one.locale === locale && !one.before).map(({ entryId }) => entryId);
    if (gone.length > 0) left.push(...(await referrerWarnings(pool, project.id, gone, [locale], reads)));
  }
  return {
    published,
    restored,
    left: left.filter(({ entry_id: id }, n) => left.findIndex((one) => one.entry_id === id) === n),
  };
}

async function planUndo(change: UndoPublish, state: PlanState, facts: Facts): Promise<Planned> {
  const { project, entries } = state;
  const { plans, refused } = await planEach(change, state, (entry, { version }, others) =>
    planOne(facts, entry, version, project, others),
  );
  const back = [...plans.keys()].flatMap((id) => {
    const entry = entries.get(id);
    if (!entry) return [];
    const values = publicationsOf(facts, entry).flatMap(({ before }) =>
      before ? [[before.locale, before.values] as const] : [],
    );
    return contentWarnings(entry, project.schema, facts.restored.dependencies, values);
  });
  return { plans, refused, warnings: withoutPublished(plans, [...facts.left, ...back]) };
}

/**
 * @throws ApiError `entry.trashed`; `entry.version_conflict` when the entry was published again since;
 *   `entry.never_live` when the content before is no longer kept; as `planRestoredContent` does
 */
async function planOne(
  facts: Facts,
  entry: EntryState,
  version: number,
  project: ProjectLiveState,
  others: Iterable<Plan>,
): Promise<Plan> {
  if (entry.trashedAt) throw new ApiError('entry.trashed');
  const published = publicationsOf(facts, entry);
  if (published.length === 0 || published.some(({ locale }) => entry.live.get(locale)?.version !== version)) {
    const message = `The content that version ${version} published is no longer live.`;
    throw new ApiError('entry.version_conflict', { details: [{ path: ['version'], message }] });
  }
  if (published.some(({ isKnown }) => !isKnown)) {
    const message = 'The content before it is no longer kept.';
    throw new ApiError('entry.never_live', { details: [{ path: ['version'], message }] });
  }
  const removed = published.flatMap(({ locale, before }) => (before ? [] : [[locale, null] as const]));
  const back = published.flatMap(({ before }) => before ?? []);
  if (back.length === 0) return { live: new Map(removed), record: { kind: 'unpublish', imported: false } };
  const plan = await planRestoredContent(facts.restored, entry, project, back, others);
  return { ...plan, live: new Map([...removed, ...plan.live]) };
}

function publicationsOf({ published }: Facts, { id }: EntryState): Publication[] {
  return published.filter(({ entryId }) => entryId === id);
}
