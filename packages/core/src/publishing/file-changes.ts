import type { FileChange } from '@stele/snapshot';
import type { LedgerChange } from './ledger-change.ts';

/** Changes of one collection in one locale. */
export interface ChangedFile {
  readonly collection: string;
  readonly locale: string;
  readonly changes: readonly FileChange[];
}

/** The changes from one snapshot to the next, by file. */
export class FileChanges {
  readonly #files = new Map<string, ChangedFile & { readonly changes: FileChange[] }>();
  /** Number of changes. */
  length = 0;

  /**
   * Adds the change of an entry in a locale.
   *
   * @param entry the entry as its file will contain it; `later` to load it when the file is written
   */
  add({ entryId: id, locale, collectionKey, before, after }: LedgerChange, entry: FileChange['entry']): void {
    const stays = before && after && before.collectionKey === collectionKey && before.sortKey === after.state.sortKey;
    if (before && !stays) this.#push(before.collectionKey, locale, { id, key: before.sortKey, entry: null });
    if (after) this.#push(collectionKey, locale, { id, key: after.state.sortKey, entry });
  }

  files(): IterableIterator<ChangedFile> {
    return this.#files.values();
  }

  of(collection: string, locale: string): readonly FileChange[] {
    return this.#files.get(fileName(collection, locale))?.changes ?? [];
  }

  #push(collection: string, locale: string, change: FileChange): void {
    const name = fileName(collection, locale);
    const file = this.#files.get(name) ?? { collection, locale, changes: [] };
    file.changes.push(change);
    this.#files.set(name, file);
    this.length++;
  }
}

/** Identifies a file within a project. */
export function fileName(collection: string, locale: string): string {
  return `${collection}.${locale}`;
}
