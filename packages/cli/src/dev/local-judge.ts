import type { SchemaChange, SchemaDiff } from '@stele/client';
import type { Migration, Rename } from '@stele/schema';
import { type Judge, Refused } from '../push/judge.ts';
import { describeUnpublishable, unpublishableChanges } from '../schema/show-changes.ts';

/** Accepts what loses nothing, and leaves everything else to the user at the terminal, if there is one. */
export class LocalJudge implements Judge {
  readonly #asking: Judge | null;

  /** @param asking asks at the terminal; null when no one is there */
  constructor(asking: Judge | null) {
    this.#asking = asking;
  }

  async renames(candidates: readonly Rename[]): Promise<readonly Rename[]> {
    return this.#asking?.renames(candidates) ?? [];
  }

  async migrations(changes: readonly SchemaChange[]): Promise<readonly Migration[]> {
    return this.#asking?.migrations(changes) ?? [];
  }

  async confirm(diff: SchemaDiff): Promise<void> {
    if (diff.changes.every((change) => change.class === 'safe')) return;
    if (this.#asking) return this.#asking.confirm(diff);
    const invalid = unpublishableChanges(diff.changes);
    throw new Refused(
      [
        'Not pushed: this change needs a decision. Run "npx stele push" in another terminal of this folder.',
        ...(invalid.length > 0
          ? ["Live entries couldn't be published again:", ...invalid.map(describeUnpublishable)]
          : []),
      ].join('\n'),
    );
  }
}
