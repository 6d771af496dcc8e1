import type { EntryState } from '../../entries/entry.ts';
import { takeBreak } from '../../platform/breaks.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectLiveState } from '../model.ts';
import type { ChangeOf } from './change.ts';
import { type ChangeWarning, contentWarnings, withoutPublished } from './change-warning.ts';
import { type Interpretation, type Planned, type PlanState, planEach } from './interpretation.ts';
import { type LastLive, loadLastLive } from './last-live.store.ts';
import { unknownLocale } from './publish.ts';
import { planRestoredContent, type RestoreFacts, readRestoreFacts } from './restored-content.ts';

/**
 * Restores entries that left the site: exactly their former content is live again, and they leave the trash. Their drafts stay
 * as they are.
 */
export function interpretRepublish(change: ChangeOf<'republish'>): Interpretation {
  const entryIds = change.entries.map(({ id }) => id);
  return {
    reason: 'republish',
    readsAlone: true,
    read: async (source, project) => {
      const { pool } = source;
      const last = await loadLastLive(pool, project.id, entryIds);
      const facts = await readRestoreFacts(source, project, entryIds, last);
      return { entryIds, plan: (state) => planRepublish(change, state, facts) };
    },
  };
}

async function planRepublish(change: ChangeOf<'republish'>, state: PlanState, facts: RestoreFacts): Promise<Planned> {
  const { project, entries } = state;
  const { plans, refused } = await planEach(change, state, (entry, { locales }, others) => {
    const unknown = (locales ?? []).findIndex((locale) => !project.locales.includes(locale));
    if (unknown >= 0) {
      const details = [unknownLocale(['locales', unknown], locales?.[unknown] ?? '', project.locales)];
      throw new ApiError('validation_failed', { details });
    }
    const wanted = (locales ?? []).filter((locale) => !entry.live.has(locale));
    if (!entry.trashedAt && (locales ? wanted.length === 0 : entry.live.size > 0)) return null;
    const back = contentToRestore(facts, entry, project, locales);
    const never = wanted.filter((locale) => !back.some((last) => last.locale === locale));
    if (back.length === 0 || never.length > 0) {
      throw new ApiError('entry.never_live', {
        details: never.map((locale) => ({
          path: ['locales', locales?.indexOf(locale) ?? 0],
          message: `Nothing of the entry was live in ${locale}, or it is no longer kept.`,
        })),
      });
    }
    return planRestoredContent(facts, entry, project, back, others);
  });
  const warnings: ChangeWarning[] = [];
  for (const { id, locales } of change.entries) {
    await takeBreak();
    const entry = plans.has(id) ? entries.get(id) : undefined;
    if (!entry) continue;
    const back = contentToRestore(facts, entry, project, locales);
    const values = back.map((last) => [last.locale, last.values] as const);
    warnings.push(...contentWarnings(entry, project.schema, facts.dependencies, values));
  }
  return { plans, refused, warnings: withoutPublished(plans, warnings) };
}

/** The content of an entry to restore: in these locales; for null, in those that it left last. */
function contentToRestore(
  { last }: RestoreFacts,
  { id }: EntryState,
  { locales: known }: ProjectLiveState,
  locales: readonly string[] | null,
): LastLive[] {
  const own = last.filter(({ entryId, locale }) => entryId === id && known.includes(locale));
  const newest = Math.max(...own.map(({ endedAt }) => endedAt));
  return own.filter(({ locale, endedAt }) => locales?.includes(locale) ?? endedAt === newest);
}
