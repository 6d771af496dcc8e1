import { createStore, del, get, keys, set } from 'idb-keyval';
import type { Values } from './values.ts';

/** What was typed and isn't saved yet. */
export interface JournalRecord {
  /** The version that the values were edited from, and the values of that version. */
  readonly baseVersion: number;
  readonly base: Values;
  readonly values: Values;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Keeps what was typed until the server has it. */
export interface Journal {
  /** What an earlier session left, if anything. It's this session's own from then on. */
  read(): Promise<JournalRecord | null>;
  write(record: JournalRecord): Promise<void>;
  clear(): Promise<void>;
  /** Gives up what this session holds, for the next one to find. */
  release(): void;
}

/**
 * A journal in the browser's database: it outlives the page, a crash, and the way to the server. Each open editor has a
 * record of its own, and a lock for as long as it lives: what has a record and no lock was left behind.
 */
export function browserJournal(userId: string, entryId: string): Journal {
  const store = createStore('stele-journal', 'drafts');
  const prefix = `${userId}:${entryId}:`;
  const own = `${prefix}${crypto.randomUUID()}`;
  const release = hold(own);
  return {
    async read() {
      const left: { readonly key: string; readonly record: JournalRecord }[] = [];
      for (const key of await keys<string>(store)) {
        if (!key.startsWith(prefix) || key === own || !(await isFree(key))) continue;
        const record = await get<JournalRecord>(key, store);
        if (record) left.push({ key, record });
      }
      const newest = left.sort((a, b) => b.record.at - a.record.at)[0];
      if (!newest) return null;
      await set(own, newest.record, store);
      await del(newest.key, store);
      return newest.record;
    },
    write: (record) => set(own, record, store),
    clear: () => del(own, store),
    release,
  };
}

/** Holds a lock until it's let go, or the page ends. Without locks, as on plain HTTP, does nothing. */
function hold(name: string): () => void {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks?.request(name, () => released);
  return release;
}

async function isFree(name: string): Promise<boolean> {
  if (!navigator.locks) return true;
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => lock !== null);
}
