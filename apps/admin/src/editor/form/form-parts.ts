import type { FieldDocument } from '@stele/schema';
import { Listeners } from '@/ui/listeners.ts';
import { remember } from '@/ui/remember.ts';
import type { FieldPath } from './paths.ts';

/** A field and where it stands. */
interface FieldWithHolder {
  readonly field: FieldDocument;
  /** Path of the object or row that holds it; '' for an entry's own. */
  readonly holder: FieldPath;
}

/**
 * Names a group of fields: the same in all rows of a list.
 *
 * @param holder path of the object or row that holds the fields; '' for an entry's own
 */
export function groupId(holder: FieldPath, { tab = '', group = '' }: Pick<FieldDocument, 'tab' | 'group'>): string {
  return JSON.stringify([holder.replace(/\d+/g, '*'), tab, group]);
}

/** Which tab of a form is open, and which groups are folded. The latter is kept in this browser. */
export class FormParts {
  readonly #listeners = new Listeners();
  readonly #storageKey: string;
  readonly #folded: Set<string>;
  #tab: string | null = null;

  readonly subscribe = this.#listeners.subscribe;

  /** @param storageKey under which the folded groups are kept */
  constructor(storageKey: string) {
    this.#storageKey = storageKey;
    this.#folded = new Set(readList(storageKey));
  }

  /** The tab that was opened; null before any was. */
  readonly tab = (): string | null => this.#tab;

  /** Opens a tab. */
  openTab(name: string): void {
    if (this.#tab === name) return;
    this.#tab = name;
    this.#listeners.notify();
  }

  isFolded(id: string): boolean {
    return this.#folded.has(id);
  }

  /** Folds or unfolds groups. */
  fold(ids: readonly string[], isFolded: boolean): void {
    const changed = ids.filter((id) => this.#folded.has(id) !== isFolded);
    if (changed.length === 0) return;
    for (const id of changed) {
      if (isFolded) this.#folded.add(id);
      else this.#folded.delete(id);
    }
    remember(this.#storageKey, JSON.stringify([...this.#folded]));
    this.#listeners.notify();
  }

  /** Opens the tab and the groups that fields are in. */
  reveal(fields: readonly FieldWithHolder[]): void {
    const [outermost] = fields;
    if (outermost) this.openTab(outermost.field.tab ?? '');
    const grouped = fields.filter(({ field }) => field.group !== undefined);
    this.fold(
      grouped.map(({ holder, field }) => groupId(holder, field)),
      false,
    );
  }
}

function readList(key: string): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}
