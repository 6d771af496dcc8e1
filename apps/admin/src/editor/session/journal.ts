import { createStore, del, delMany, get, keys, set } from 'idb-keyval';
import type { Values } from '@/values/values.ts';
import { remember } from '../../ui/remember.ts';

/** Typed values that aren't saved yet. */
export interface JournalRecord {
  /** The version that the values were edited from, and the values of that version. */
  readonly baseVersion: number;
  readonly base: Values;
  readonly values: Values;
  /** Texts that can't be read as a value yet, by their places. */
  readonly unread?: Readonly<Record<string, string>>;
  /** Values that were given up, and are to be saved as versions. */
  readonly given?: readonly Values[];
  /** Values that were sent and not answered. */
  readonly sent?: Values | null;
  /** While a conflict is undecided: the values saved then, and the values to merge mine with. */
  readonly asked?: { readonly saved: Values; readonly theirs: Values } | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Keeps what was typed until the server has it. */
export interface Journal {
  /** The record of an earlier session, if any; it stays until it's forgotten. */
  read(): Promise<{ readonly record: JournalRecord; forget(): Promise<void> } | null>;
  write(record: JournalRecord): Promise<void>;
  /** Writes before it returns, for a page that ends: a browser may not finish the other write then. */
  writeAtOnce(record: JournalRecord): void;
  clear(): Promise<void>;
  /** Gives up the session's record, for the next session to find. */
  release(): void;
}

const UNLOCKED_MS = 3 * 60_000;
const LAST_WORDS = 'stele-journal:';

/**
 * A journal in the browser's database: it outlives the page, a crash, and the way to the server. Each open editor has a
 * record of its own, and a lock for as long as it lives: what has a record and no lock was left behind.
 */
export function browserJournal(userId: string, entryId: string): Journal {
  const store = openStore();
  const prefix = `${userId}:${entryId}:`;
  const own = `${prefix}${randomName()}`;
  const release = hold(own);
  const begun = forgets;
  const isForgotten = (): boolean => begun !== forgets;
  return {
    async read() {
      const left: { readonly key: string; readonly record: JournalRecord }[] = [];
      for (const key of new Set([...(await keys<string>(store)), ...lastWords.keys()])) {
        if (!key.startsWith(prefix) || key === own) continue;
        const records = [await get<JournalRecord>(key, store), lastWords.get(key)].filter((one) => one !== undefined);
        const record = records.sort((a, b) => b.at - a.at)[0];
        if (record && (await isLeftBehind(key, record))) left.push({ key, record });
      }
      const newest = left.sort((a, b) => b.record.at - a.record.at)[0];
      if (!newest) return null;
      const forget = (): Promise<void> => {
        lastWords.delete(newest.key);
        return del(newest.key, store);
      };
      return { record: newest.record, forget };
    },
    write: async (record) => {
      if (!isForgotten()) await set(own, record, store);
    },
    writeAtOnce: (record) => {
      if (!isForgotten()) lastWords.set(own, record);
    },
    clear: () => {
      lastWords.delete(own);
      return del(own, store);
    },
    release,
  };
}

/** How often this page has forgotten what was typed: journals of before write nothing more. */
let forgets = 0;

/** How many drafts a person has in this browser that aren't saved. */
export async function countUnsaved(userId: string): Promise<number> {
  return (await namesOf(userId)).length;
}

/** Forgets what a person typed in this browser and didn't save. */
export async function forgetUnsaved(userId: string): Promise<void> {
  forgets += 1;
  const names = await namesOf(userId);
  for (const name of names) lastWords.delete(name);
  await delMany(names, openStore());
}

async function namesOf(userId: string): Promise<string[]> {
  const names = new Set([...(await keys<string>(openStore())), ...lastWords.keys()]);
  return [...names].filter((name) => name.startsWith(`${userId}:`));
}

const openStore = () => createStore('stele-journal', 'drafts');

/** Records that pages wrote when they ended, in the storage that browsers write to at once. */
const lastWords = {
  keys: (): string[] =>
    Object.keys(localStorage).flatMap((name) => (name.startsWith(LAST_WORDS) ? [name.slice(LAST_WORDS.length)] : [])),
  get(key: string): JournalRecord | undefined {
    try {
      return JSON.parse(localStorage.getItem(LAST_WORDS + key) ?? '') as JournalRecord;
    } catch {
      return undefined;
    }
  },
  set(key: string, record: JournalRecord): void {
    // Where no space is left, what was written before stays in the database.
    remember(LAST_WORDS + key, JSON.stringify(record));
  },
  delete: (key: string): void => localStorage.removeItem(LAST_WORDS + key),
};

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

/** Whether no editor holds a record any more. Without locks: whether it wasn't written for some minutes. */
async function isLeftBehind(name: string, { at }: JournalRecord): Promise<boolean> {
  if (!navigator.locks) return Date.now() - at > UNLOCKED_MS;
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => lock !== null);
}
