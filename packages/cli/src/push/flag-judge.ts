import type { Migration, Rename } from '@stele/schema';
import type { SchemaChange, SchemaDiff } from '../api/shapes.ts';
import { UserError } from '../errors.ts';
import { countChanges, entries } from '../schema/show-changes.ts';
import type { Judge } from './judge.ts';

/** What the command line allows. */
export interface Permissions {
  /** Whatever loses nothing. */
  readonly yes: boolean;
  /** What loses content too. */
  readonly allowDestructive: boolean;
}

/** Decides by the options of the command, where nobody can be asked. */
export class FlagJudge implements Judge {
  readonly #permissions: Permissions;

  constructor(permissions: Permissions) {
    this.#permissions = permissions;
  }

  async renames(): Promise<readonly Rename[]> {
    return [];
  }

  async migrations(changes: readonly SchemaChange[]): Promise<readonly Migration[]> {
    if (!this.#permissions.yes) return [];
    const undecided = changes.filter(({ migration }) => migration === null);
    if (undecided.length > 0) {
      const lines = undecided.map(({ message }) => `  ${message}`);
      throw new UserError(
        ['Nothing was changed. It must be said what becomes of values, with --migrate FILE.json:', ...lines].join('\n'),
        undecided,
      );
    }
    return changes.flatMap(({ migration }) => migration ?? []);
  }

  async confirm({ changes }: SchemaDiff): Promise<void> {
    const { destructive } = countChanges(changes);
    const { yes, allowDestructive } = this.#permissions;
    if (yes && (destructive === 0 || allowDestructive)) return;
    const lost = changes.filter((change) => change.class === 'destructive');
    const lines = lost.map(({ message, affected_entries: count }) => `  ${message} (${entries(count)})`);
    const flags = [...(yes ? [] : ['--yes']), ...(lost.length > 0 && !allowDestructive ? ['--allow-destructive'] : [])];
    const consequence = lost.length > 0 ? 'Content would be lost:' : '';
    throw new UserError(
      [
        `Nothing was changed. ${consequence}`.trim(),
        ...lines,
        `To push ${lost.length > 0 ? 'it nevertheless' : 'it'}, run it again with ${flags.join(' ')}.`,
      ].join('\n'),
      lost.length > 0 ? lost : changes,
    );
  }
}
