import type { Json } from '../document.ts';
import type { Path } from '../issues.ts';
import { ownValue } from '../own-value.ts';
import { isObject } from '../walk-values.ts';
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

/**
 * Whether an issue in values is one that a change of the schema may have brought: it stands where the change does, or, of
 * what came or got another type, within it.
 *
 * @param values the values that have the issue: they tell which kind a block is of; without them it may be any
 */
export function concerns({ kind, path }: Change, issuePath: Path, values?: Json): boolean {
  const [, ...parts] = path;
  if (parts.length === 0) return false;
  let value: Json | undefined = values;
  for (const [index, part] of parts.entries()) {
    const step = issuePath[index];
    if (step === undefined) return false;
    value = within(value, step);
    if (typeof step === 'string') {
      if (step !== part) return false;
      // A number stands for a list's item, `[]`, or for a block, whose kind is part of the change's path.
    } else if (part !== '[]' && isObject(value) && value._type !== part) return false;
  }
  const [rest] = issuePath.slice(parts.length);
  if (rest === undefined) return true;
  if (kind === 'field.required') return false;
  // Of a field's own rules, those of rich text alone are broken somewhere within the value.
  return kind !== 'field.constrained' || typeof rest === 'string';
}

function within(value: Json | undefined, step: string | number): Json | undefined {
  if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
  return isObject(value) ? ownValue(value, step) : undefined;
}
