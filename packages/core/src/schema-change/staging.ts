import type { SchemaDocument } from '@stele/schema';
import type { LoadEntries } from '@stele/snapshot';
import type { Pool } from 'pg';
import { newId } from '../platform/ids.ts';
import { FileChanges } from '../publishing/file-changes.ts';
import { countChanges, type LedgerCounts, NOTHING_CHANGED } from '../publishing/ledger-change.ts';
import { StateMoved } from '../publishing/model.ts';
import type { EntryChange } from './entry-change.ts';
import { discardStaged, loadStagedEntries, stageChanges } from './staged-changes.store.ts';

/**
 * Collects the changes that a push makes to entries, until a transaction applies them. Values and contents are stored in the
 * database; only sort keys are kept in memory.
 */
export class Staging {
  readonly id = newId('push');
  /** Changes of files. Entries are loaded when the files are written. */
  readonly files = new FileChanges();
  entries = 0;
  /** Whether an entry moves to another collection. */
  moves = false;
  counts: LedgerCounts = NOTHING_CHANGED;
  /** The assets that new content shows. */
  readonly shownAssets = new Map<string, string>();
  /** Collection → the change of its number of live rows. */
  readonly growth = new Map<string, number>();
  readonly #pool: Pool;
  readonly #schema: SchemaDocument;

  constructor(pool: Pool, schema: SchemaDocument) {
    this.#pool = pool;
    this.#schema = schema;
  }

  async add(changes: readonly EntryChange[]): Promise<void> {
    if (changes.length === 0) return;
    this.entries += changes.length;
    for (const { before, after, ledger } of changes) {
      this.moves ||= before.collectionKey !== after.collectionKey;
      this.counts = countChanges(ledger, this.counts);
      for (const change of ledger) {
        this.files.add(change, 'later');
        // If an asset changed in between, the first version is kept, so that locking the asset fails.
        for (const [id, version] of change.after?.content.shows ?? []) {
          if (!this.shownAssets.has(id)) this.shownAssets.set(id, version);
        }
        if (change.before) this.#grow(change.before.collectionKey, -1);
        if (change.after) this.#grow(change.collectionKey, 1);
      }
    }
    await stageChanges(this.#pool, this.id, this.#schema, changes);
  }

  /** Loads new content in a locale, for the files. @throws StateMoved when staged rows are missing */
  load(locale: string): LoadEntries {
    return async (places) => {
      const ids = places.map(({ id }) => id);
      const loaded = await loadStagedEntries(this.#pool, this.id, locale, ids);
      if (loaded.length === 0 || loaded.some(({ id }, index) => id !== ids[index])) throw new StateMoved();
      return loaded;
    };
  }

  /** Removes the rows in the database. */
  async discard(): Promise<void> {
    if (this.entries > 0) await discardStaged(this.#pool, this.id);
  }

  #grow(collection: string, by: number): void {
    this.growth.set(collection, (this.growth.get(collection) ?? 0) + by);
  }
}
