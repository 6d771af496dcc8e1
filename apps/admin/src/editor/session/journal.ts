import { createStore, del, get, keys, set } from 'idb-keyval';
import type { Values } from './values.ts';

/** What was typed and isn't saved yet. */
export interface JournalRecord {
  /** The version that the values were edited from, and the values of that version. */
  readonly baseVersion: number;
  readonly base: Values;
  readonly values: Values;
  /** Texts that can't be read as a value yet, by their places. */
  readonly unread?: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Keeps what was typed until the server has it. */
export interface Journal {
  /** What an earlier session left, if anything; it stays until it's forgotten. */
  read(): Promise<{ readonly record: JournalRecord; forget(): Promise<void> } | null>;
  write(record: JournalRecord): Promise<void>;
  clear(): Promise<void>;
  /** Gives up what this session holds, for the next one to find. */
  release(): void;
}

const UNLOCKED_MS = 3 * 60_000;

/**
 * A journal in the browser's database: it outlives the page, a crash, and the way to the server. Each open editor has a
 * record of its own, and a lock for as long as it lives: what has a record and no lock was left behind.
 */
export function browserJournal(userId: string, entryId: string): Journal {
  const store = createStore('stele-journal', 'drafts');
  const prefix = `${userId}:${entryId}:`;
  const own = `${prefix}${randomName()}`;
  const release = hold(own);
  return {
    async read() {
      const left: { readonly key: string; readonly record: JournalRecord }[] = [];
      for (const key of await keys<string>(store)) {
        if (!key.startsWith(prefix) || key === own) continue;
        const record = await get<JournalRecord>(key, store);
        if (record && (await isLeftBehind(key, record))) left.push({ key, record });
      }
      const newest = left.sort((a, b) => b.record.at - a.record.at)[0];
      if (!newest) return null;
      return { record: newest.record, forget: () => del(newest.key, store) };
    },
    write: (record) => set(own, record, store),
    clear: () => del(own, store),
    release,
  };
}

/** A name that no other editor has. On plain HTTP browsers have no `crypto.randomUUID`. */
function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
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

/** Whether nobody holds a record any more. Without locks: whether nobody has written it for some minutes. */
async function isLeftBehind(name: string, { at }: JournalRecord): Promise<boolean> {
  if (!navigator.locks) return Date.now() - at > UNLOCKED_MS;
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => lock !== null);
}
