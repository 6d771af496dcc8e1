import { valuesByLocale } from '../../content/draft-values.ts';
import type { PublishDependencies } from '../../content/mentioned-content.store.ts';
import { isSameUse } from '../../content/mentions.ts';
import { checkPublishable, type NewContent, renderContent } from '../../content/render-content.ts';
import type { EntryRecord, EntryState, LiveState } from '../../entries/entry.ts';
import { isStale, staleBase } from '../../entries/stale-base.ts';
import { takeBreak } from '../../platform/breaks.ts';
import { ApiError, type ErrorDetail } from '../../platform/errors.ts';
import { languageName } from '../../platform/language-name.ts';
import type { LiveChange, Plan, ProjectLiveState } from '../model.ts';
import { unapprovedValues } from './approval.ts';
import type { ChangeOf } from './change.ts';
import { type ChangeWarning, contentWarnings, withoutPublished } from './change-warning.ts';
import { type Interpretation, type Planned, type PlanState, planEach } from './interpretation.ts';

type Publish = ChangeOf<'publish'>;

/** Publishes the newest saved values of entries. */
export function interpretPublish(change: Publish): Interpretation {
  const entryIds = change.entries.map(({ id }) => id);
  const ready = { entryIds, plan: (state: PlanState) => planPublish(change, state) };
  return { reason: 'publish', readsAlone: false, read: async () => ready };
}

async function planPublish(change: Publish, state: PlanState): Promise<Planned> {
  const { project, entries, dependencies } = state;
  const localesOf = (entry: EntryState, locales: readonly string[] | null): readonly string[] =>
    locales ?? [...entry.drafts.keys()].filter((locale) => project.locales.includes(locale));
  const { plans, refused } = await planEach(change, state, async (entry, { locales, base_version: base }) => {
    if (base !== null && isStale(entry, base)) {
      throw new ApiError('entry.version_conflict', { details: [staleBase(entry, base)] });
    }
    const live = await planContents(entry, project, dependencies, localesOf(entry, locales));
    return live.size === 0 ? null : { live, record: { kind: 'publish', imported: change.imported } };
  });
  const warnings: ChangeWarning[] = [];
  for (const { id, locales } of change.entries) {
    await takeBreak();
    const entry = refused.has(id) ? undefined : entries.get(id);
    const own = entry ? publishWarnings(entry, project, dependencies, localesOf(entry, locales)) : [];
    warnings.push(...(change.entries.length > 1 ? own.map((warning) => ({ ...warning, source_id: id })) : own));
  }
  return { plans, refused, warnings: withoutPublished(plans, warnings) };
}

/**
 * Renders those of an entry's drafts in some locales that differ from the published content.
 *
 * @throws ApiError `entry.trashed`, `validation_failed`, `entry.not_approved`
 */
async function planContents(
  entry: EntryRecord,
  project: ProjectLiveState,
  dependencies: PublishDependencies,
  locales: readonly string[],
): Promise<Plan['live']> {
  if (entry.trashedAt) throw new ApiError('entry.trashed');
  const details = await publicationProblems(entry, project, dependencies, locales);
  if (details.length > 0) throw new ApiError('validation_failed', { details });
  const live = new Map<string, LiveChange>();
  for (const locale of locales) {
    await takeBreak();
    const draft = entry.drafts.get(locale);
    if (!draft) continue;
    const { id: entryId, collectionKey, position } = entry;
    const own = { entryId, locale, collectionKey, position, ...draft };
    const content = renderContent(project, own, dependencies);
    if (!isPublished(entry.live.get(locale), content, entry.collectionKey)) live.set(locale, { content, moved: false });
  }
  const unapproved = unapprovedValues(entry, project.schema, locales);
  if (unapproved.length > 0) throw new ApiError('entry.not_approved', { details: unapproved });
  return live;
}

/** Reasons why an entry's drafts in some locales can't be published, as error details. */
export async function publicationProblems(
  entry: Pick<EntryState, 'id' | 'collectionKey' | 'drafts'>,
  { schema, locales: known }: Pick<ProjectLiveState, 'schema' | 'locales'>,
  dependencies: PublishDependencies,
  locales: readonly string[],
): Promise<ErrorDetail[]> {
  const { id: entryId, collectionKey } = entry;
  const problems: ErrorDetail[] = [];
  for (const [index, locale] of locales.entries()) {
    await takeBreak();
    const path = ['locales', index];
    const draft = entry.drafts.get(locale);
    if (!known.includes(locale)) problems.push(unknownLocale(path, locale, known));
    else if (!draft) problems.push({ path, message: `The entry has no values in ${locale}.` });
    else
      problems.push(
        ...checkPublishable(schema, locale, { entryId, collectionKey, values: draft.values }, dependencies),
      );
  }
  return problems;
}

export function unknownLocale(path: ErrorDetail['path'], locale: string, known: readonly string[]): ErrorDetail {
  return { path, message: `The project has no locale ${locale}. It has: ${known.join(', ')}.` };
}

/** Warnings for publishing an entry's drafts in some locales. */
export function publishWarnings(
  entry: Pick<EntryState, 'id' | 'collectionKey' | 'drafts'>,
  { schema }: Pick<ProjectLiveState, 'schema'>,
  dependencies: PublishDependencies,
  locales: readonly string[],
): ChangeWarning[] {
  const unchecked = locales.flatMap((locale) =>
    (entry.drafts.get(locale)?.uncheckedFields ?? []).map((field): ChangeWarning => {
      const message = `A machine translated this into ${languageName(locale)}, and no one has checked it.`;
      return { code: 'translation.unchecked', message, path: ['values', locale, field] };
    }),
  );
  return [...contentWarnings(entry, schema, dependencies, draftValuesIn(entry, locales)), ...unchecked];
}

/** The values of an entry's drafts in some locales. */
export function draftValuesIn({ drafts }: Pick<EntryState, 'drafts'>, locales: readonly string[]) {
  return valuesByLocale(locales.flatMap((locale) => [...drafts].filter(([own]) => own === locale)));
}

/** Whether exactly this content is published already, with the same sort key. */
export function isPublished(live: LiveState | undefined, content: NewContent, collectionKey: string): boolean {
  return (
    live !== undefined &&
    live.collectionKey === collectionKey &&
    live.contentHash === content.contentHash &&
    live.valuesHash === content.valuesHash &&
    isSameUse(live.assetUses, content.assetUses) &&
    live.sortKey === content.sortKey
  );
}
