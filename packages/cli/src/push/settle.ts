import type { SchemaChange, SchemaDiff } from '@stele/client';
import type { Migration, Rename } from '@stele/schema';
import type { SchemaProposal } from '../schema/compare.ts';
import type { Judge } from './judge.ts';

/** A proposal about which everything is decided, and its changes. */
export interface Settled {
  readonly proposal: SchemaProposal;
  readonly diff: SchemaDiff;
}

/** Called with a comparison and its proposal. */
export type OnDiff = (diff: SchemaDiff, proposal: SchemaProposal) => void;

/**
 * Decides everything about a proposal but whether it's pushed. Each answer may bring up other questions, so the diff is
 * computed again after each. New fields are filled with the defaults that the config gives them: no one is asked about that.
 *
 * @param onDiff called with each diff and its proposal
 * @throws UserError when something can't be decided
 */
export async function settle(
  proposal: SchemaProposal,
  diffOf: (proposal: SchemaProposal) => Promise<SchemaDiff>,
  judge: Judge,
  onDiff: OnDiff,
): Promise<Settled> {
  const asked = new Set<string>(proposal.migrations.map(keyOfMigration));
  let current = proposal;
  for (;;) {
    const diff = await diffOf(current);
    if (diff.unchanged) return { proposal: current, diff };
    const fills = fillsOfNewFields(diff.changes).filter((migration) => !asked.has(keyOfMigration(migration)));
    if (fills.length > 0) {
      for (const fill of fills) asked.add(keyOfMigration(fill));
      current = { ...current, migrations: [...current.migrations, ...fills] };
      continue;
    }
    onDiff(diff, current);
    const candidates = diff.rename_candidates.filter((rename) => !asked.has(keyOfRename(rename)));
    for (const rename of candidates) asked.add(keyOfRename(rename));
    const renames = candidates.length > 0 ? await judge.renames(candidates) : [];
    if (renames.length > 0) {
      current = { ...current, renames: [...current.renames, ...renames] };
      continue;
    }
    const open = diff.changes.filter(
      ({ id, class: bearing, migration, migration_required: required }) =>
        !asked.has(id) &&
        (required || (bearing !== 'safe' && migration !== null && !asked.has(keyOfMigration(migration)))),
    );
    for (const { id } of open) asked.add(id);
    const migrations = open.length > 0 ? await judge.migrations(open) : [];
    if (migrations.length === 0) return { proposal: current, diff };
    for (const migration of migrations) asked.add(keyOfMigration(migration));
    current = { ...current, migrations: [...current.migrations, ...migrations] };
  }
}

/** The defaults that new fields have in the config, as migrations of entries that exist. */
export function fillsOfNewFields(changes: readonly SchemaChange[]): readonly Migration[] {
  return changes.flatMap(({ kind, class: bearing, migration }) =>
    kind === 'field.added' && bearing !== 'safe' && migration !== null ? [migration] : [],
  );
}

function keyOfRename(rename: Rename): string {
  return JSON.stringify(rename.kind === 'collection' ? [rename.from, rename.to] : [rename.path, rename.from]);
}

/** The question that a migration answers: dropping values is one answer to whether to convert them. */
function keyOfMigration({ kind, path }: Migration): string {
  return JSON.stringify([kind === 'drop' ? 'convert' : kind, path]);
}
