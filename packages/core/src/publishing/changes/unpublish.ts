import { loadPeopleBehind } from '../../entries/author-change.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Plan } from '../model.ts';
import type { ChangeOf } from './change.ts';
import { referrerWarnings } from './change-warning.ts';
import { assertMayPlan, type Interpretation, type PlanState, planEach } from './interpretation.ts';
import { unapprovedLeaving } from './leaving-approval.ts';
import { unknownLocale } from './publish.ts';

/** Takes entries off the site; their drafts stay. Where publishing needs an approval, so does this. Locales that aren't live are left as they are. */
export function interpretUnpublish(change: ChangeOf<'unpublish'>): Interpretation {
  const named = change.entries.map(({ locales }) => locales);
  const leaving = named.includes(null) ? null : [...new Set(named.flatMap((own) => own ?? []))];
  return interpretLeaving('unpublish', change, leaving, (entry, { locales }, { project }) => {
    if (entry.trashedAt) throw new ApiError('entry.trashed');
    const { locales: known } = project;
    const details = (locales ?? []).flatMap((locale, index) =>
      known.includes(locale) || entry.live.has(locale) ? [] : [unknownLocale(['locales', index], locale, known)],
    );
    if (details.length > 0) throw new ApiError('validation_failed', { details });
    const live = (locales ?? [...entry.live.keys()]).filter((locale) => entry.live.has(locale));
    return live.length === 0 ? null : takingOff(live, 'unpublish');
  });
}

/** Moves entries to the trash, and takes them off the site. Entries that are in the trash already stay there. */
export function interpretTrash(change: ChangeOf<'trash'>): Interpretation {
  return interpretLeaving('delete', change, null, (entry, _, { now }) =>
    entry.trashedAt ? null : { ...takingOff([...entry.live.keys()], 'delete'), trashedAt: now },
  );
}

/**
 * Takes entries off the site, with a warning for each published entry that refers to one of them.
 *
 * @param locales the locales that entries may leave; null for all
 */
function interpretLeaving<Asked extends { readonly id: string }>(
  reason: 'unpublish' | 'delete',
  change: { readonly entries: readonly Asked[]; readonly partial: boolean },
  locales: readonly string[] | null,
  planOne: (entry: EntryRecord, asked: Asked, state: PlanState) => Plan | null,
): Interpretation {
  const entryIds = change.entries.map(({ id }) => id);
  return {
    reason,
    readsAlone: false,
    read: async ({ pool, reads, by }, project) => {
      const warnings = await referrerWarnings(pool, project.id, entryIds, locales, reads);
      const { collections = [] } = project.schema ?? {};
      const needsAnother = collections.some(({ workflow }) => workflow?.approval === 'another_person');
      const people = needsAnother ? await loadPeopleBehind(pool, by) : [];
      const plan = async (state: PlanState) => ({
        ...(await planEach(change, state, (entry, asked) => {
          const own = planOne(entry, asked, state);
          const details = own ? unapprovedLeaving(entry, state.project.schema, [...own.live.keys()], people) : [];
          if (own && details.length > 0) {
            assertMayPlan(state.by, entry, own);
            throw new ApiError('entry.leaving_not_approved', { details });
          }
          return own;
        })),
        warnings,
      });
      return { entryIds, plan };
    },
  };
}

function takingOff(locales: readonly string[], kind: 'unpublish' | 'delete'): Plan {
  return { live: new Map(locales.map((locale) => [locale, null])), record: { kind, imported: false } };
}
