import type { Issue } from '../issues.ts';
import type { Change, ChangeKind, Migration, Rename } from './model.ts';

/** How many renames are suggested at most: where every key changes, each old one could have become each new one. */
export const MAX_CANDIDATES = 500;

/** Gathers changes, and knows which renames and migrations were asked for and whether they found their place. */
export class ChangeLog {
  readonly changes: Change[] = [];
  readonly candidates: Rename[] = [];
  /** Collections that have another key now: old key → new key. */
  readonly renamedCollections = new Map<string, string>();
  /** A change's id → its index in the list. */
  readonly #places = new Map<string, number>();
  readonly #renames: readonly Rename[];
  readonly #migrations: readonly Migration[];
  /** By what is renamed: its kind and place. */
  readonly #renamesOf = new Map<string, readonly Rename[]>();
  /** By kind and place. */
  readonly #migrationsOf: ReadonlyMap<string, Migration>;
  readonly #used = new Set<Rename | Migration>();

  constructor(renames: readonly Rename[], migrations: readonly Migration[]) {
    this.#renames = renames;
    this.#migrations = migrations;
    for (const rename of renames) {
      const place = placeOf(rename.kind, rename.kind === 'collection' ? [rename.to] : rename.path);
      this.#renamesOf.set(place, [...(this.#renamesOf.get(place) ?? []), rename]);
    }
    // Of two for the same place the first one counts.
    this.#migrationsOf = new Map(
      [...migrations].reverse().map((migration) => [placeOf(migration.kind, migration.path), migration]),
    );
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
    const found = this.#renamesOf.get(placeOf(kind, path))?.find(({ from }) => isFree(from));
    if (found) this.#used.add(found);
    return found?.from;
  }

  /** The migration of some kind that was asked for at a path. */
  migration<Kind extends Migration['kind']>(
    kind: Kind,
    path: readonly string[],
  ): Extract<Migration, { kind: Kind }> | null {
    const found = this.#migrationsOf.get(placeOf(kind, path)) as Extract<Migration, { kind: Kind }> | undefined;
    if (found) this.#used.add(found);
    return found ?? null;
  }

  /** Renames and migrations that fit no change. */
  unused(): Issue[] {
    const say = (list: readonly (Rename | Migration)[], name: string, message: string): Issue[] =>
      list.flatMap((item, index) => (this.#used.has(item) ? [] : [{ path: [name, index], message }]));
    return [
      ...say(this.#renames, 'renames', 'There is nothing that could be renamed like this.'),
      ...say(this.#migrations, 'migrations', 'No change of the schema calls for this migration.'),
    ];
  }
}

/** Names a change's kind and place. No key has a space or a dot. */
function placeOf(kind: string, path: readonly string[]): string {
  return `${kind} ${path.join('.')}`;
}
