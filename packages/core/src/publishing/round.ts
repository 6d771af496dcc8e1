import type { EntryPage, MovedPath } from '@stele/schema';
import type { Admitted } from '../access/authorize.ts';
import type { NewContent } from '../content/render-content.ts';
import type { DraftState, EntryRecord } from '../entries/entry.ts';
import { statusOf } from '../entries/entry-status.ts';
import type { PendingAnswer } from '../platform/write-context.ts';
import type { SnapshotContent } from './build-snapshot.ts';
import type { Change } from './changes/change.ts';
import type { Interpretation, Planned } from './changes/interpretation.ts';
import { FileChanges } from './file-changes.ts';
import { type LedgerChange, snapshotEntry } from './ledger-change.ts';
import type { ChangedEntries, Plan, ProjectLiveState, ShownAssets } from './model.ts';

/** The outcome of a change. */
interface Outcome extends Pick<Planned, 'refused' | 'warnings'> {
  /** The pages that move, also those of other entries. */
  readonly moved: readonly MovedPath[];
  /** Changed entry → the locales in which its published content changed. */
  readonly changed: ReadonlyMap<string, readonly string[]>;
  /** The entries with the change applied. */
  readonly entries: ChangedEntries;
  /** Time of the snapshot with the change; null when published content stays as it is. */
  readonly publishedAt: Date | null;
}

/** A requested change. It's carried out completely or not at all. */
export interface PublishCommand<Answer = unknown> extends Admitted {
  readonly projectId: string;
  readonly change: Change;
  readonly requestId: string;
  readonly idempotency: PendingAnswer | null;
  /** The answer for the caller. For an Idempotency-Key it's stored in the transaction of the change. */
  answer(outcome: Outcome): Answer;
}

/** The effect of a command on an entry. */
export interface PlannedChange {
  readonly command: PublishCommand;
  readonly interpretation: Interpretation;
  readonly plan: Plan;
  readonly before: EntryRecord;
  readonly after: EntryRecord;
}

/**
 * Several commands that go into one snapshot. Each is planned on the result of those before it, as if they had run one after
 * another.
 */
export class Round {
  readonly project: ProjectLiveState;
  readonly publishedAt: Date;
  readonly changes: PlannedChange[] = [];
  readonly #found: Map<string, EntryRecord>;
  readonly #entries: Map<string, EntryRecord>;
  readonly #contents = new Map<string, NewContent>();

  /** Pages that change; null for those that go. */
  pages: ReadonlyMap<string, EntryPage | null> = new Map();

  constructor(project: ProjectLiveState, entries: ReadonlyMap<string, EntryRecord>, now: Date) {
    this.project = project;
    this.publishedAt = nextPublishedAt(project, now);
    this.#found = new Map(entries);
    this.#entries = new Map(entries);
  }

  /** Some entries, with the previous commands applied. */
  entriesOf(ids: readonly string[]): ChangedEntries {
    const found = ids.map((id) => this.#entries.get(id));
    return new Map(found.flatMap((entry) => (entry ? [[entry.id, entry] as const] : [])));
  }

  /** Takes in further entries, which change because others do. */
  adopt(entries: readonly EntryRecord[]): void {
    for (const entry of entries) {
      this.#found.set(entry.id, entry);
      this.#entries.set(entry.id, entry);
    }
  }

  /** Whether an earlier command of this round changes the entry. */
  touches(id: string): boolean {
    return this.#entries.get(id) !== this.#found.get(id);
  }

  /** Applies a command's plans to entries. `add` then makes the result part of the round. */
  work(
    by: Pick<PlannedChange, 'command' | 'interpretation'>,
    entries: ChangedEntries,
    plans: ReadonlyMap<string, Plan>,
  ): PlannedChange[] {
    return [...plans].flatMap(([id, plan]) => {
      const before = entries.get(id);
      return before ? [{ ...by, plan, before, after: this.#after(before, plan) }] : [];
    });
  }

  add(changes: readonly PlannedChange[]): void {
    for (const change of changes) {
      this.#entries.set(change.after.id, change.after);
      for (const live of change.plan.live.values())
        if (live) this.#contents.set(live.content.contentHash, live.content);
      this.changes.push(change);
    }
  }

  #after(before: EntryRecord, plan: Plan): EntryRecord {
    const version = before.version + (plan.record ? 1 : 0);
    const live = new Map(before.live);
    for (const [locale, change] of plan.live) {
      if (change === null) {
        live.delete(locale);
        continue;
      }
      const { valuesHash, contentHash, sortKey, assetUses } = change.content;
      const was = before.live.get(locale);
      const { schemaVersion } = this.project;
      const { publishedAt } = this;
      const fresh = { version, publishedAt, schemaVersion, conformsTo: schemaVersion, ...change.again };
      const { collectionKey = before.collectionKey } = change;
      const content = { collectionKey, valuesHash, contentHash, sortKey, assetUses };
      live.set(locale, { ...(change.moved && was ? was : fresh), ...content });
    }
    const { trashedAt = before.trashedAt, position = before.position } = plan;
    const added = [...(plan.restored?.drafts ?? [])].map(([locale, { values, hash }]): [string, DraftState] => [
      locale,
      { version, valuesHash: hash, values },
    ]);
    const drafts = added.length > 0 ? new Map([...before.drafts, ...added]) : before.drafts;
    const valuesVersion = added.length > 0 ? version : before.valuesVersion;
    const wasLiveIn = plan.trashedAt ? [...before.live.keys()] : trashedAt ? before.wasLiveIn : [];
    return { ...before, ...plan.listed, version, valuesVersion, drafts, live, trashedAt, wasLiveIn, position };
  }

  /** The changes of the ledger that all commands of the round make together. */
  ledgerChanges(): LedgerChange[] {
    const changes: LedgerChange[] = [];
    for (const [entryId, found] of this.#found) {
      const now = this.#entries.get(entryId);
      if (!now || now === found) continue;
      for (const locale of new Set([...found.live.keys(), ...now.live.keys()])) {
        const before = found.live.get(locale) ?? null;
        const state = now.live.get(locale);
        if (before === (state ?? null)) continue;
        const content = state && this.#contents.get(state.contentHash);
        changes.push({
          entryId,
          collectionKey: state?.collectionKey ?? now.collectionKey,
          locale,
          before,
          after: state && content ? { state, content } : null,
        });
      }
    }
    return changes;
  }

  /** The assets that the round's content shows. */
  shownAssets(): ShownAssets {
    const shown = new Map<string, string>();
    for (const { plan } of this.changes) {
      for (const live of plan.live.values()) {
        // If an asset changed in between, the first version is kept, so that locking the asset fails.
        for (const [id, version] of live?.content.shows ?? []) if (!shown.has(id)) shown.set(id, version);
      }
    }
    return shown;
  }

  /** Content of the round's snapshot. */
  snapshotContent(): SnapshotContent {
    const changes = new FileChanges();
    for (const change of this.ledgerChanges()) changes.add(change, snapshotEntry(change));
    return { project: this.project, publishedAt: this.publishedAt, changes };
  }

  /** Entries that the round changes: before, after, and their new status. */
  changedEntries() {
    return [...this.#found.values()].flatMap((found) => {
      const after = this.#entries.get(found.id);
      return after && after !== found ? [{ found, after, ...statusOf(after) }] : [];
    });
  }
}

/** The time of a project's next snapshot: now, but at least a millisecond after the one before. */
export function nextPublishedAt({ live }: Pick<ProjectLiveState, 'live'>, now: Date): Date {
  return new Date(Math.max(now.getTime(), (live?.publishedAt.getTime() ?? 0) + 1));
}
