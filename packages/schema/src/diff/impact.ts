import type { Path } from '../issues.ts';
import type { Effect } from './migrate.ts';
import type { Change, ChangeClass, Migration } from './model.ts';

const SAMPLES = 5;

/** What a change does to the entries that there are. */
export interface ClassifiedChange extends Change {
  readonly class: ChangeClass;
  readonly affectedEntries: number;
  /** Some of them. */
  readonly sampleEntryIds: readonly string[];
  /** Whether the schema can't be taken over before a migration says what becomes of the values. */
  readonly migrationRequired: boolean;
}

/** An effect on an entry; `unfit` is one that can't be published any more before somebody mends it. */
type Finding = Effect | 'unfit';

interface Count {
  readonly entries: Record<Finding, number>;
  readonly samples: string[];
  affected: number;
}

/** Counts what changes do, entry by entry. */
export class Impact {
  readonly #counts = new Map<string, Count>();
  readonly #seen = new Map<string, Set<string>>();
  #entry = '';

  /** Begins an entry: what's noted next is noted of it, each change once. */
  begin(entryId: string): void {
    this.#entry = entryId;
    this.#seen.clear();
  }

  note(change: string, finding: Finding): void {
    const seen = this.#seen.get(change) ?? new Set();
    this.#seen.set(change, seen);
    if (seen.has(finding)) return;
    const count = this.#counts.get(change) ?? { entries: { altered: 0, lost: 0, unfit: 0 }, samples: [], affected: 0 };
    this.#counts.set(change, count);
    count.entries[finding]++;
    if (seen.size === 0) {
      count.affected++;
      if (count.samples.length < SAMPLES) count.samples.push(this.#entry);
    }
    seen.add(finding);
  }

  /** A change with what was counted of it. */
  classify(change: Change, migrations: readonly Migration[]): ClassifiedChange {
    const count = this.#counts.get(change.id);
    const { altered, lost, unfit } = count?.entries ?? { altered: 0, lost: 0, unfit: 0 };
    const given = migrations.some(
      ({ kind, path }) => (kind === 'convert' || kind === 'drop') && path.join('.') === change.path.join('.'),
    );
    return {
      ...change,
      class: lost > 0 ? 'destructive' : altered + unfit > 0 ? 'needs_migration' : 'safe',
      affectedEntries: count?.affected ?? 0,
      sampleEntryIds: count?.samples ?? [],
      migrationRequired: change.kind === 'field.type_changed' && altered + lost > 0 && !given,
    };
  }
}

/** Whether an issue in values stands where a change of the schema does: keys of the change occur in its path in order. */
export function concerns(change: Change, issuePath: Path): boolean {
  const keys = issuePath.filter((part) => typeof part === 'string');
  let at = 0;
  for (const part of change.path.slice(1)) {
    const found = keys.indexOf(part, at);
    if (found < 0) {
      // Lists and kinds of blocks have no key of their own in values.
      if (part === '[]' || at > 0) continue;
      return false;
    }
    at = found + 1;
  }
  return at > 0;
}
