import type { Issue } from '../issues.ts';
import type { Change, ChangeKind, Migration, Rename } from './model.ts';

/** Gathers changes, and knows which renames and migrations were asked for and whether they found their place. */
export class ChangeLog {
  readonly changes: Change[] = [];
  readonly candidates: Rename[] = [];
  /** Collections that have another key now: old key → new key. */
  readonly renamedCollections = new Map<string, string>();
  /** A change's id → where it stands in the list. */
  readonly #places = new Map<string, number>();
  readonly #renames: readonly Rename[];
  readonly #migrations: readonly Migration[];
  readonly #used = new Set<Rename | Migration>();

  constructor(renames: readonly Rename[], migrations: readonly Migration[]) {
    this.#renames = renames;
    this.#migrations = migrations;
  }

  /**
   * Notes a change; another of the same kind and path adds to what it says.
   *
   * @returns the change's id
   */
  add(kind: ChangeKind, path: readonly string[], message: string, suggestion: Migration | null = null): string {
    const id = `${kind}:${path.join('.')}`;
    const index = this.#places.get(id) ?? this.changes.length;
    const known = this.changes[index];
    this.#places.set(id, index);
    this.changes[index] = {
      id,
      kind,
      path,
      message: known ? `${known.message} ${message}` : message,
      suggestion: known?.suggestion ?? suggestion,
    };
    return id;
  }

  /** The old key that a rename gives something: one of those that `isFree` holds for. */
  renamed(kind: Rename['kind'], path: readonly string[], isFree: (from: string) => boolean): string | undefined {
    const found = this.#renames.find(
      (rename) =>
        isFree(rename.from) &&
        (rename.kind === 'collection'
          ? kind === 'collection' && rename.to === path[0]
          : kind === 'field' && rename.path.join('.') === path.join('.')),
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
