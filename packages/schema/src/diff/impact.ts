import type { Json } from '../document.ts';
import type { Path } from '../issues.ts';
import { isObject, ownValue } from '../own-value.ts';
import type { Effect } from './migrate.ts';
import type { Change, ChangeClass, Migration } from './model.ts';

const SAMPLES = 5;

/** A change, and how many entries it affects. */
export interface ClassifiedChange extends Change {
  readonly class: ChangeClass;
  readonly affectedEntries: number;
  /** Of the affected entries, those that lose values or go away. */
  readonly lostEntries: number;
  /** Some of the affected entries. */
  readonly sampleEntryIds: readonly string[];
  /** How many entries' published content changes, affected or not. */
  readonly liveEntries: number;
  /** How many live entries can't be published again before someone edits them. */
  readonly unpublishableEntries: number;
  /** Whether the schema needs a migration that says what to do with the values. */
  readonly migrationRequired: boolean;
}

/** An effect on an entry; `unfit` when it can't be published again before someone edits it. */
type Finding = Effect | 'unfit';

interface Affected {
  readonly entries: Set<string>;
  readonly lost: Set<string>;
  readonly findings: Set<Finding>;
  readonly live: Set<string>;
  readonly unpublishable: Set<string>;
}

/** Counts the entries that changes affect, and how. */
export class Impact {
  /** By change. */
  readonly #found = new Map<string, Affected>();

  /** Notes what a change does to an entry. */
  note(entryId: string, change: string, finding: Finding): void {
    const { entries, findings, lost } = this.#of(change);
    entries.add(entryId);
    findings.add(finding);
    if (finding === 'lost') lost.add(entryId);
  }

  /** Notes that a change alters an entry's published content. That alone doesn't make it an affected entry. */
  noteLive(entryId: string, change: string): void {
    this.#of(change).live.add(entryId);
  }

  /** Notes that a live entry can't be published again after a change, before someone edits it. */
  noteUnpublishable(entryId: string, change: string): void {
    this.#of(change).unpublishable.add(entryId);
  }

  #of(change: string): Affected {
    const found = this.#found.get(change) ?? {
      entries: new Set(),
      lost: new Set(),
      findings: new Set(),
      live: new Set(),
      unpublishable: new Set(),
    };
    this.#found.set(change, found);
    return found;
  }

  /** A change with what was counted of it. */
  classify(change: Change, migrations: readonly Migration[]): ClassifiedChange {
    const found = this.#found.get(change.id);
    const entries = found?.entries ?? new Set<string>();
    const all = found?.findings ?? new Set<Finding>();
    const given = migrations.some(
      ({ kind, path }) => (kind === 'convert' || kind === 'drop') && path.join('.') === change.path.join('.'),
    );
    return {
      ...change,
      class: all.has('lost') ? 'destructive' : all.size > 0 ? 'needs_migration' : 'safe',
      affectedEntries: entries.size,
      lostEntries: found?.lost.size ?? 0,
      sampleEntryIds: [...entries].slice(0, SAMPLES),
      liveEntries: found?.live.size ?? 0,
      unpublishableEntries: found?.unpublishable.size ?? 0,
      migrationRequired: change.kind === 'field.type_changed' && (all.has('altered') || all.has('lost')) && !given,
    };
  }
}

/**
 * Whether a change of the schema may have caused an issue in values: the issue is at the place of the change or, when a
 * field was added or its type changed, within it.
 *
 * @param values the values that have the issue: they say which kind a block is of; without them it may be any
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
      // A number names a list's item, `[]`, or for a block, whose kind is part of the change's path.
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
