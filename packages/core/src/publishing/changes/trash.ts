import type { ChangeOf } from './change.ts';
import { referrerWarnings } from './change-warning.ts';
import { type Interpretation, planEach } from './interpretation.ts';

/** Moves entries to the trash, and takes them off the site. Those that are in the trash already stay there. */
export function interpretTrash(change: ChangeOf<'trash'>): Interpretation {
  const entryIds = change.entries.map(({ id }) => id);
  return {
    reason: 'delete',
    readsAlone: false,
    read: async ({ pool }, project) => {
      const warnings = await referrerWarnings(pool, project.id, entryIds, null);
      return {
        entryIds,
        plan: (state) => {
          const planned = planEach(change, state, (entry) => {
            if (entry.trashedAt) return null;
            const live = new Map([...entry.live.keys()].map((locale) => [locale, null]));
            return { live, record: null, trashedAt: state.now };
          });
          return { ...planned, warnings };
        },
      };
    },
  };
}
