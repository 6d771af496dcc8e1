import type { SchemaDocument } from '@stele/schema';
import type { LoadEntries } from '@stele/snapshot';
import type { Pool } from 'pg';
import { newId } from '../platform/ids.ts';
import { FileChanges } from '../publishing/file-changes.ts';
import { countChanges, type LedgerCounts, NOTHING_CHANGED } from '../publishing/ledger-change.ts';
import type { ShownAssets } from '../publishing/shown-assets.store.ts';
import { StateMoved } from '../publishing/state-moved.ts';
import type { EntryChange } from './entry-change.ts';
import { discardStaged, loadStagedEntries, stageChanges } from './staged-changes.store.ts';

/**
 * What a push makes of entries, on its way to the transaction that makes it true. Values and contents wait in the
 * database; what's held of each entry is where it stands in files.
 */
export class Staging {
  readonly id = newId('push');
  /** What changes in files; entries are loaded as these are written. */
  readonly files = new FileChanges();
  /** How many entries change. */
  entries = 0;
  /** Whether one goes to another collection. */
  moves = false;
  counts: LedgerCounts = NOTHING_CHANGED;
  readonly #shown = new Map<string, string>();
  /** By how many a collection has more, or fewer, live rows than before. */
  readonly growth = new Map<string, number>();
  readonly #pool: Pool;
  readonly #schema: SchemaDocument;

  constructor(pool: Pool, schema: SchemaDocument) {
    this.#pool = pool;
    this.#schema = schema;
  }

  /** The assets that what goes live shows. */
  get shownAssets(): ShownAssets {
    return this.#shown;
  }

  /** Takes changes of some entries. */
  async add(changes: readonly EntryChange[]): Promise<void> {
    if (changes.length === 0) return;
    this.entries += changes.length;
    for (const { before, after, ledger } of changes) {
      this.moves ||= before.collectionKey !== after.collectionKey;
      this.counts = countChanges(ledger, this.counts);
      for (const change of ledger) {
        this.files.add(change, 'later');
        // Of two versions the first stays, so that holding the asset fails: it has changed in between.
        for (const [id, version] of change.after?.content.shows ?? []) {
          if (!this.#shown.has(id)) this.#shown.set(id, version);
        }
        if (change.before) this.#grow(change.before.collectionKey, -1);
        if (change.after) this.#grow(change.collectionKey, 1);
      }
    }
    await stageChanges(this.#pool, this.id, this.#schema, changes);
  }

  /** Loads what goes live in a locale, for the files. @throws StateMoved when it's gone */
  load(locale: string): LoadEntries {
    return async (places) => {
      const ids = places.map(({ id }) => id);
      const loaded = await loadStagedEntries(this.#pool, this.id, locale, ids);
      if (loaded.length === 0 || loaded.some(({ id }, index) => id !== ids[index])) throw new StateMoved();
      return loaded;
    };
  }

  /** Removes what waits in the database. */
  async discard(): Promise<void> {
    if (this.entries > 0) await discardStaged(this.#pool, this.id);
  }

  #grow(collection: string, by: number): void {
    this.growth.set(collection, (this.growth.get(collection) ?? 0) + by);
  }
}
