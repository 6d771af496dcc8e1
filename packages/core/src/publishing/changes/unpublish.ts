import { ApiError } from '../../platform/errors.ts';
import type { ChangeOf } from './change.ts';
import { type ChangeWarning, referrerWarnings } from './change-warning.ts';
import { type Interpretation, type Planned, type PlanState, planEach } from './interpretation.ts';
import { unknownLocale } from './publish.ts';

type Unpublish = ChangeOf<'unpublish'>;

/** Takes entries off the site; their drafts stay. Locales that aren't live are left as they are. */
export function interpretUnpublish(change: Unpublish): Interpretation {
  const entryIds = change.entries.map(({ id }) => id);
  return {
    reason: 'unpublish',
    readsAlone: false,
    read: async ({ pool }, project) => {
      const named = change.entries.map(({ locales }) => locales);
      const locales = named.includes(null) ? null : [...new Set(named.flatMap((own) => own ?? []))];
      const warnings = await referrerWarnings(pool, project.id, entryIds, locales);
      return { entryIds, plan: (state) => planUnpublish(change, state, warnings) };
    },
  };
}

function planUnpublish(change: Unpublish, state: PlanState, warnings: readonly ChangeWarning[]): Planned {
  const { locales: known } = state.project;
  const planned = planEach(change, state, (entry, { locales }) => {
    if (entry.trashedAt) throw new ApiError('entry.trashed');
    const details = (locales ?? []).flatMap((locale, index) =>
      known.includes(locale) || entry.live.has(locale) ? [] : [unknownLocale(['locales', index], locale, known)],
    );
    if (details.length > 0) throw new ApiError('validation_failed', { details });
    const live = (locales ?? [...entry.live.keys()]).filter((locale) => entry.live.has(locale));
    if (live.length === 0) return null;
    return { live: new Map(live.map((locale) => [locale, null])), record: { kind: 'unpublish', imported: false } };
  });
  return { ...planned, warnings };
}
