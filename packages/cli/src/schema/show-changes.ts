import type { SchemaChange, SchemaDiff } from '@stele/client';
import type { Migration } from '@stele/schema';
import type { Colours } from '../output/output.ts';
import { counted, entriesText, liveEntriesText, shellWord } from '../output/words.ts';
import { describeRename, renameFlag } from './rename-flag.ts';

type ChangeCounts = Readonly<Record<SchemaChange['class'], number>>;

const SECTIONS: readonly {
  readonly of: SchemaChange['class'];
  readonly title: string;
  readonly colour: keyof Colours;
}[] = [
  { of: 'safe', title: 'lose nothing', colour: 'green' },
  { of: 'needs_migration', title: 'concern existing entries', colour: 'yellow' },
  { of: 'destructive', title: 'destroy content', colour: 'red' },
];

export function countChanges(changes: readonly SchemaChange[]): ChangeCounts {
  const count = (of: SchemaChange['class']): number => changes.filter((change) => change.class === of).length;
  return { safe: count('safe'), needs_migration: count('needs_migration'), destructive: count('destructive') };
}

interface DescriptionOptions {
  /** Migrations that are decided on. */
  readonly migrations?: readonly Migration[];
  /** Whether to say how to rename with an option; otherwise the user is asked. */
  readonly hints?: boolean;
}

/** The changes of a diff by their class, and possible renames, as text for people. */
export function describeDiff(
  { changes, rename_candidates: candidates }: SchemaDiff,
  colours: Colours,
  { migrations = [], hints = true }: DescriptionOptions = {},
): string {
  const blocks = SECTIONS.flatMap(({ of, title, colour }) => {
    const own = changes.filter((change) => change.class === of);
    if (own.length === 0) return [];
    const paint = colours[colour] as (text: string) => string;
    const heading = paint(`${counted(own.length, 'change')} that ${own.length === 1 ? singular(title) : title}`);
    return [[heading, ...own.map((change) => describeChange(change, colours, migrations))].join('\n')];
  });
  if (hints && candidates.length > 0) {
    const lines = candidates.map((rename) => {
      const { before, after } = describeRename(rename);
      return `  ${before} may have become ${after}. If so: --rename ${shellWord(renameFlag(rename))}`;
    });
    blocks.push([colours.cyan('Renamed?'), ...lines].join('\n'));
  }
  return blocks.join('\n\n');
}

/** A change in a line or two: its message, how many entries, some of them, and the migration or advice. */
function describeChange(change: SchemaChange, colours: Colours, decided: readonly Migration[]): string {
  const lines = [`  ${change.message}`];
  if (change.affected_entries > 0) {
    const more = change.affected_entries > change.sample_entry_ids.length ? ', …' : '';
    lines.push(
      colours.dim(`    ${entriesText(change.affected_entries)}: ${change.sample_entry_ids.join(', ')}${more}`),
    );
  }
  if (losesSome(change)) {
    const lost = `${lostEntries(change)} ${change.lost_entries === 1 ? 'loses' : 'lose'} values`;
    lines.push(colours.yellow(`    ${lost}${lossReason(change)}.`));
  }
  if (change.live_entries > 0) {
    lines.push(colours.dim(`    Changes the live content of ${entriesText(change.live_entries)}.`));
  }
  if (change.unpublishable_entries > 0) {
    lines.push(colours.yellow(`    ${liveEntriesText(change.unpublishable_entries)} couldn't be published again.`));
  }
  if (change.migration_required) lines.push('    Needs a migration before it can be pushed.');
  const own = decided.filter((migration) => migration.path.join('.') === change.path.join('.'));
  // The message of a new field names the value that fills it.
  if (own.length > 0 && change.kind !== 'field.added')
    lines.push(...own.map((migration) => colours.dim(`    This push also ${describeMigration(migration, 's')}.`)));
  else if (own.length === 0 && change.migration)
    lines.push(colours.dim(`    Suggested: ${describeMigration(change.migration)}`));
  return lines.join('\n');
}

/** Whether values are lost by a change that doesn't say so itself. */
export function losesSome({ kind, lost_entries: lost }: SchemaChange): boolean {
  return lost > 0 && !kind.endsWith('.removed');
}

/** How many entries lose something by a change, for people. */
export function lostEntries(change: SchemaChange): string {
  const all = entriesText(change.affected_entries);
  return losesSome(change) ? `${change.lost_entries} of ${all}` : all;
}

function lossReason({ kind, migration_required: required }: SchemaChange): string {
  return kind === 'field.type_changed' && required ? " that can't be converted" : '';
}

/** A migration, in words for people. @param ending of the verb: an s behind "This push" */
export function describeMigration(migration: Migration, ending: '' | 's' = ''): string {
  const place = migration.path.join('.');
  switch (migration.kind) {
    case 'set_default':
      return `set${ending} ${place} to ${JSON.stringify(migration.value)} where it's empty`;
    case 'map_options':
      return `replace${ending} options of ${place}: ${Object.entries(migration.options)
        .map(([from, to]) => `${from} → ${to ?? 'none'}`)
        .join(', ')}`;
    case 'convert':
      return `convert${ending} the values of ${place}, dropping those that can't be`;
    case 'drop':
      return `drop${ending} all values of ${place}`;
  }
}

/** The changes that keep live entries from being published again. */
export function unpublishableChanges(changes: readonly SchemaChange[]): readonly SchemaChange[] {
  return changes.filter(({ unpublishable_entries: count }) => count > 0);
}

/** The options without which changes aren't pushed, besides --yes. */
export function pushFlags(changes: readonly SchemaChange[]): readonly string[] {
  return [
    ...(changes.some((change) => change.class === 'destructive') ? ['--allow-destructive'] : []),
    ...(unpublishableChanges(changes).length > 0 ? ['--allow-invalid'] : []),
  ];
}

/** A change that can't be published, in a line: the collection or field, how many live entries, and why. */
export function describeUnpublishable({ path, unpublishable_entries: count, message }: SchemaChange): string {
  return `  ${path.join('.')}: ${liveEntriesText(count)}. ${message}`;
}

function singular(title: string): string {
  return title.replace(/^(\w+)/, '$1s');
}
