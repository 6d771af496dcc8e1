import { findCollection } from '@stele/schema';
import { type CheckedValues, deriveListFacts, seal } from '../../content/draft-values.ts';
import { type FreeValues, type ReplacedValue, withFreeValues } from '../../content/free-values.ts';
import type { HeldValue } from '../../content/surroundings.store.ts';
import { claimUniqueValues, uniqueValuesOf } from '../../content/unique-values.ts';
import { loadEntries } from '../../entries/entry.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import type { UniqueClaim } from '../../entries/unique-values.store.ts';
import type { Plan, ProjectLiveState } from '../model.ts';
import { StateMoved } from '../state-moved.ts';
import type { ChangeOf } from './change.ts';
import type { ChangeWarning } from './change-warning.ts';
import { type ChangeSource, type Interpretation, type Planned, type PlanState, planEach } from './interpretation.ts';

type Restore = ChangeOf<'restore'>;

/** An entry's drafts as they can be kept beside those of other entries. */
interface BackFromTrash {
  /** The version that they were worked out from. */
  readonly version: number;
  readonly free: FreeValues | null;
  readonly claims: readonly UniqueClaim[];
}

/**
 * Takes entries out of the trash, as drafts. A unique value that another entry took meanwhile gets an ending, with a
 * warning. Entries that aren't in the trash stay as they are.
 */
export function interpretRestore(change: Restore): Interpretation {
  const entryIds = change.entries.map(({ id }) => id);
  return {
    reason: 'restore',
    readsAlone: true,
    read: async (source, project) => {
      const back = await readBack(source, project, entryIds);
      return { entryIds, plan: (state) => planRestore(change, state, back) };
    },
  };
}

/** Works the drafts out one after another, since entries that come back together may want the same value. */
async function readBack({ pool }: ChangeSource, project: ProjectLiveState, entryIds: readonly string[]) {
  const entries = await loadEntries(pool, project.id, entryIds);
  const back = new Map<string, BackFromTrash>();
  for (const entry of entries.values()) {
    const { id: entryId, collectionKey, version } = entry;
    const collection = findCollection(project.schema, collectionKey);
    if (!entry.trashedAt || !collection) {
      back.set(entryId, { version, free: null, claims: [] });
      continue;
    }
    const others = [...back.values()].flatMap(({ claims }): HeldValue[] =>
      claims.filter((claim) => claim.collectionKey === collectionKey),
    );
    const values = new Map([...entry.drafts].map(([locale, draft]) => [locale, draft.values]));
    const free = await withFreeValues(pool, { projectId: project.id, entryId, collection }, values, others);
    const wanted = uniqueValuesOf(collection, free.drafts);
    const held = [...free.surroundings.held, ...others];
    const { holds } = claimUniqueValues(collection, { id: entryId, isNew: false }, wanted, held, []);
    const claims = holds.map((value) => ({ ...value, entryId, collectionKey, draft: true, live: false }));
    back.set(entryId, { version, free, claims });
  }
  return back;
}

function planRestore(change: Restore, state: PlanState, back: ReadonlyMap<string, BackFromTrash>): Planned {
  const warnings: ChangeWarning[] = [];
  const planned = planEach(change, state, (entry) => {
    if (!entry.trashedAt) return null;
    const own = back.get(entry.id);
    if (own?.version !== entry.version) throw new StateMoved();
    warnings.push(...(own.free?.replaced ?? []).map((one) => warningOf(entry.id, one)));
    return planOne(state.project, entry, own);
  });
  return { ...planned, warnings };
}

function planOne(project: ProjectLiveState, entry: EntryRecord, { free, claims }: BackFromTrash): Plan {
  const changed = new Set((free?.replaced ?? []).map(({ locale }) => locale));
  const drafts = new Map<string, CheckedValues>();
  for (const locale of changed) {
    const sealed = seal(free?.drafts.get(locale) ?? {});
    if (sealed) drafts.set(locale, sealed);
  }
  const isChanged = drafts.size > 0;
  return {
    live: new Map(),
    record: isChanged ? { kind: 'restore', imported: false, locales: [...changed] } : null,
    trashedAt: null,
    comeback: { drafts, unique: claims },
    ...(free &&
      isChanged && { listed: deriveListFacts(project, entry.collectionKey, free.drafts, entry.externalId ?? '') }),
  };
}

function warningOf(entryId: string, { locale, field, from, to }: ReplacedValue): ChangeWarning {
  const now = to === null ? 'It was cleared.' : `It is "${to}" now.`;
  return {
    code: 'entry.value_replaced',
    message: `Another entry has "${from}" by now. ${now}`,
    path: ['values', locale, field],
    entry_id: entryId,
  };
}
