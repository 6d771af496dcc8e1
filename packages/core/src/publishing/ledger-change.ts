import type { SnapshotEntry } from '@stele/snapshot';
import type { NewContent } from '../content/render-content.ts';
import type { LiveState } from '../entries/entry.ts';

/** A change of the published content of one entry in one locale. */
export interface LedgerChange {
  readonly entryId: string;
  readonly collectionKey: string;
  readonly locale: string;
  readonly before: LiveState | null;
  readonly after: { readonly state: LiveState; readonly content: NewContent } | null;
}

/** How many published contents a snapshot adds, changes and removes; an entry counts once in each locale. */
export interface LedgerCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

export const NOTHING_CHANGED: LedgerCounts = { added: 0, changed: 0, removed: 0 };

/** Counts changes, and adds the counts to others. */
export function countChanges(changes: readonly LedgerChange[], others: LedgerCounts = NOTHING_CHANGED): LedgerCounts {
  return {
    added: others.added + changes.filter(({ before, after }) => after && !before).length,
    changed: others.changed + changes.filter(({ before, after }) => after && before).length,
    removed: others.removed + changes.filter(({ after }) => !after).length,
  };
}

/** An entry as files contain it after a change; null when it isn't published. */
export function snapshotEntry({ entryId, after }: LedgerChange): SnapshotEntry | null {
  if (!after) return null;
  const { version, schemaVersion, publishedAt } = after.state;
  return {
    id: entryId,
    version,
    schema_version: schemaVersion,
    published_at: publishedAt.toISOString(),
    values: after.content.values,
  };
}
