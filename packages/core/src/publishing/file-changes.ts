import type { FileChange } from '@stele/snapshot';
import type { LedgerChange } from './ledger-change.ts';

/** What changes of one collection in one locale. */
export interface ChangedFile {
  readonly collection: string;
  readonly locale: string;
  readonly changes: readonly FileChange[];
}

/** What a snapshot changes of the one before it, gathered file by file. */
export class FileChanges {
  readonly #files = new Map<string, ChangedFile & { readonly changes: FileChange[] }>();
  /** How many changes there are. */
  length = 0;

  /**
   * Takes what becomes of an entry in a locale.
   *
   * @param entry how it stands in its file; `later` when it's loaded as the file is written
   */
  add({ entryId: id, locale, collectionKey, before, after }: LedgerChange, entry: FileChange['entry']): void {
    const stays = before && after && before.collectionKey === collectionKey && before.sortKey === after.state.sortKey;
    if (before && !stays) this.#push(before.collectionKey, locale, { id, key: before.sortKey, entry: null });
    if (after) this.#push(collectionKey, locale, { id, key: after.state.sortKey, entry });
  }

  /** The files that change. */
  files(): IterableIterator<ChangedFile> {
    return this.#files.values();
  }

  /** What changes of a file. */
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

/** Names a file among those of a project. */
export function fileName(collection: string, locale: string): string {
  return `${collection}.${locale}`;
}
