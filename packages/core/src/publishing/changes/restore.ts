import { findCollection } from '@stele/schema';
import { deriveListFacts, hashValues, valuesByLocale } from '../../content/draft-values.ts';
import { type FreeValues, type ReplacedValue, withFreeValues } from '../../content/free-values.ts';
import type { ClaimedValue } from '../../content/mentioned-content.store.ts';
import { claimUniqueValues, uniqueValuesOf } from '../../content/unique-values.ts';
import { loadEntries } from '../../entries/entry.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import type { UniqueClaim } from '../../entries/unique-values.store.ts';
import { type Plan, type ProjectLiveState, StateMoved } from '../model.ts';
import type { ChangeOf } from './change.ts';
import type { ChangeWarning } from './change-warning.ts';
import { type ChangeSource, type Interpretation, type Planned, type PlanState, planEach } from './interpretation.ts';

/** An entry's drafts, without unique values that other entries hold. */
interface BackFromTrash {
  /** The entry's version from which they were made. */
  readonly version: number;
  readonly free: FreeValues | null;
  readonly claims: readonly UniqueClaim[];
}

/**
 * Takes entries out of the trash, as drafts. A unique value that another entry took meanwhile gets a suffix, with a
 * warning. Entries that aren't in the trash stay as they are.
 */
export function interpretRestore(change: ChangeOf<'restore'>): Interpretation {
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

/** Prepares the drafts one after another, since entries that are restored together can have the same unique value. */
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
    const others = [...back.values()].flatMap(({ claims }): ClaimedValue[] =>
      claims.filter((claim) => claim.collectionKey === collectionKey),
    );
    const target = { projectId: project.id, entryId, collection };
    const free = await withFreeValues(pool, target, valuesByLocale(entry.drafts), others);
    const wanted = uniqueValuesOf(collection, free.drafts);
    const claimedValues = [...free.dependencies.claims, ...others];
    const { claimed } = claimUniqueValues(collection, { id: entryId, isNew: false }, wanted, claimedValues, []);
    const claims = claimed.map((value) => ({ ...value, entryId, collectionKey, draft: true, live: false }));
    back.set(entryId, { version, free, claims });
  }
  return back;
}

async function planRestore(
  change: ChangeOf<'restore'>,
  state: PlanState,
  back: ReadonlyMap<string, BackFromTrash>,
): Promise<Planned> {
  const warnings: ChangeWarning[] = [];
  const planned = await planEach(change, state, (entry) => {
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
  const sealed = [...changed].map((locale) => [locale, hashValues(free?.drafts.get(locale) ?? {})] as const);
  const drafts = new Map(sealed.flatMap(([locale, values]) => (values ? [[locale, values] as const] : [])));
  const isChanged = drafts.size > 0;
  return {
    live: new Map(),
    record: { kind: isChanged ? 'restore' : 'undelete', imported: false, locales: [...changed] },
    trashedAt: null,
    restored: { drafts, unique: claims },
    ...(free &&
      isChanged && { listed: deriveListFacts(project, entry.collectionKey, free.drafts, entry.externalId ?? '') }),
  };
}

function warningOf(entryId: string, { locale, field, from, to }: ReplacedValue): ChangeWarning {
  const now = to === null ? 'It was cleared.' : `It is now "${to}".`;
  return {
    code: 'entry.value_replaced',
    message: `Another entry has taken "${from}". ${now}`,
    path: ['values', locale, field],
    entry_id: entryId,
  };
}
