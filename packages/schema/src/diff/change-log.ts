import type { Issue } from '../issues.ts';
import type { Change, ChangeKind, Migration, Rename } from './model.ts';

/** Gathers changes, and knows which renames and migrations were asked for and whether they found their place. */
export class ChangeLog {
  readonly changes: Change[] = [];
  readonly candidates: Rename[] = [];
  readonly #renames: readonly Rename[];
  readonly #migrations: readonly Migration[];
  readonly #used = new Set<Rename | Migration>();

  constructor(renames: readonly Rename[], migrations: readonly Migration[]) {
    this.#renames = renames;
    this.#migrations = migrations;
  }

  /** @returns the change's id */
  add(kind: ChangeKind, path: readonly string[], message: string, suggestion: Migration | null = null): string {
    const id = `${kind}:${path.join('.')}`;
    this.changes.push({ id, kind, path, message, suggestion });
    return id;
  }

  /** The old key that a rename gives something. */
  renamed(kind: Rename['kind'], path: readonly string[]): string | undefined {
    const found = this.#renames.find((rename) =>
      rename.kind === 'collection'
        ? kind === 'collection' && rename.to === path[0]
        : kind === 'field' && rename.path.join('.') === path.join('.'),
    );
    if (found) this.#used.add(found);
    return found?.from;
  }

  /** The migration of some kind that was asked for at a path. */
  migration<Kind extends Migration['kind']>(
    kind: Kind,
    path: readonly string[],
  ): Extract<Migration, { kind: Kind }> | null {
    const found = this.#migrations.find(
      (migration): migration is Extract<Migration, { kind: Kind }> =>
        migration.kind === kind && migration.path.join('.') === path.join('.'),
    );
    if (found) this.#used.add(found);
    return found ?? null;
  }

  /** What was asked for and fits nothing that changes. */
  unused(): Issue[] {
    const say = (list: readonly (Rename | Migration)[], name: string, message: string): Issue[] =>
      list.flatMap((item, index) => (this.#used.has(item) ? [] : [{ path: [name, index], message }]));
    return [
      ...say(this.#renames, 'renames', 'There is nothing that could be renamed like this.'),
      ...say(this.#migrations, 'migrations', 'No change of the schema calls for this migration.'),
    ];
  }
}
