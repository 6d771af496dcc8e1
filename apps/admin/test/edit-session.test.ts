import type { FieldDocument } from '@stele/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiFailure } from '../src/api/errors.ts';
import { EditSession } from '../src/editor/session/edit-session.ts';
import type { JournalRecord } from '../src/editor/session/journal.ts';
import type { SavedDraft } from '../src/editor/session/session-view.ts';
import { differences, merge, type Values, withField } from '../src/values/values.ts';

const FIELDS: readonly FieldDocument[] = [
  { key: 'title', label: 'Title', required: false, localized: true, type: 'text' },
  {
    key: 'address',
    label: 'Address',
    required: false,
    localized: true,
    type: 'object',
    fields: ['street', 'city', 'zip'].map((key) => ({
      key,
      label: `${key[0]?.toUpperCase()}${key.slice(1)}`,
      required: false,
      type: 'text',
    })),
  },
];

/** What a server does with saves that merge, and a way to it that can fail. */
class Server {
  draft: SavedDraft = { version: 1, values: { en: { title: 'one', body: 'text' } } };
  history = new Map<number, Values>([[1, this.draft.values]]);
  failing: ApiFailure | null = null;
  saves: Values[] = [];
  /** What was saved as a version of its own. */
  kept: Values[] = [];
  gate: Promise<void> | null = null;

  async save(
    values: Record<string, Record<string, unknown> | null>,
    baseVersion: number,
    isAutomatic: boolean,
  ): Promise<SavedDraft> {
    await this.gate;
    if (this.failing) throw this.failing;
    const base = this.history.get(baseVersion) ?? {};
    let mine = base;
    for (const [locale, own] of Object.entries(values as Values))
      mine = { ...mine, [locale]: { ...mine[locale], ...own } };
    const merged = merge(FIELDS, base, mine, this.draft.values);
    if (merged.conflicts.length > 0) throw failure(409, 'entry.version_conflict');
    this.saves.push(values as Values);
    if (!isAutomatic) this.kept.push(merged.values);
    return this.write(merged.values);
  }

  write(values: Values): SavedDraft {
    this.draft = { version: this.draft.version + 1, values };
    this.history.set(this.draft.version, values);
    return this.draft;
  }
}

function failure(status: number, code: string, details: ApiFailure['details'] = []): ApiFailure {
  return { status, code, message: code, details };
}

let server: Server;
let timers: { at: number; run: () => void }[];
let now: number;
let record: JournalRecord | null;

function open(): EditSession {
  return new EditSession(server.draft, {
    save: (values, base, isAutomatic) => server.save(values, base, isAutomatic),
    fields: () => FIELDS,
    read: async () => {
      if (server.failing) throw server.failing;
      return server.draft;
    },
    collect: () => undefined,
    failureOf: (thrown) => thrown as ApiFailure,
    journal: {
      read: async () => {
        const left = record;
        return left && { record: left, forget: async () => undefined };
      },
      write: async (next) => {
        record = next;
      },
      writeAtOnce: (next) => {
        record = next;
      },
      clear: async () => {
        record = null;
      },
      release: () => undefined,
    },
    now: () => now,
    later(ms, run) {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  });
}

/** Lets time pass, and what's due happen. */
async function pass(ms: number): Promise<void> {
  const end = now + ms;
  for (;;) {
    await settle();
    const due = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
    if (!due) break;
    now = due.at;
    timers = timers.filter((one) => one !== due);
    due.run();
  }
  now = end;
  await settle();
}
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

beforeEach(() => {
  server = new Server();
  timers = [];
  now = 0;
  record = null;
});

describe('an edit session', () => {
  it('saves after a pause, only what changed, and forgets the journal then', async () => {
    const session = open();
    session.set(['en'], 'title', 'two');
    expect(session.view().state).toBe('waiting');
    await settle();
    expect(record).toMatchObject({ baseVersion: 1, values: { en: { title: 'two' } } });
    await pass(700);
    expect(server.saves).toEqual([]);
    await pass(200);
    expect(server.saves).toEqual([{ en: { title: 'two' } }]);
    expect(session.view()).toMatchObject({ state: 'saved', version: 2 });
    expect(record).toBeNull();
  });

  it('sends one save at a time, and what was typed meanwhile with the next', async () => {
    const session = open();
    let open_ = (): void => undefined;
    server.gate = new Promise((resolve) => {
      open_ = resolve;
    });
    session.set(['en'], 'title', 'two');
    await pass(1000);
    expect(session.view().state).toBe('saving');
    session.set(['en'], 'title', 'three');
    session.set(['de'], 'title', 'drei');
    open_();
    await pass(1000);
    expect(server.saves).toHaveLength(2);
    expect(server.draft).toMatchObject({ version: 3, values: { en: { title: 'three' }, de: { title: 'drei' } } });
    expect(session.view().state).toBe('saved');
  });

  it('goes on while the server is away: nothing typed is lost, and all is saved when it is back', async () => {
    const session = open();
    server.failing = failure(0, 'offline');
    session.set(['en'], 'title', 'two');
    await pass(60_000);
    expect(session.view()).toMatchObject({ state: 'offline', values: { en: { title: 'two' } } });
    session.set(['en'], 'body', 'more');
    await settle();
    expect(record?.values).toEqual({ en: { title: 'two', body: 'more' } });
    server.failing = null;
    session.retry();
    await pass(10);
    expect(server.draft.values).toEqual({ en: { title: 'two', body: 'more' } });
    expect(session.view().state).toBe('saved');
  });

  it('brings back what a crash left unsaved, upon what others saved since', async () => {
    const before = open();
    before.set(['en'], 'title', 'typed before the crash');
    await settle();
    before.close();
    timers = [];
    server.write({ en: { title: 'one', body: 'by somebody else' } });
    const session = open();
    expect(await session.recover()).toBe(true);
    await pass(1000);
    expect(server.draft.values).toEqual({ en: { title: 'typed before the crash', body: 'by somebody else' } });
    expect(record).toBeNull();
    expect(await open().recover()).toBe(false);
  });

  it('takes over other fields that somebody else saved', async () => {
    const session = open();
    server.write({ en: { title: 'one', body: 'theirs' } });
    session.set(['en'], 'title', 'mine');
    await pass(1000);
    expect(session.view()).toMatchObject({ state: 'saved', values: { en: { title: 'mine', body: 'theirs' } } });
  });

  it('asks where both changed the same field, sends nothing until then, and does as chosen', async () => {
    for (const choice of ['mine', 'theirs'] as const) {
      server = new Server();
      const session = open();
      server.write({ en: { title: 'theirs', body: 'theirs' } });
      session.set(['en'], 'title', 'mine');
      await pass(1000);
      expect(session.view()).toMatchObject({
        state: 'conflict',
        conflicts: [{ locale: 'en', field: 'title', mine: 'mine', theirs: 'theirs' }],
        values: { en: { title: 'mine', body: 'theirs' } },
      });
      session.set(['en'], 'body', 'typed while asked');
      await pass(20_000);
      expect(server.saves).toEqual([]);
      session.resolve((conflict) => conflict[choice]);
      await pass(1000);
      expect(server.draft.values).toEqual({ en: { title: choice, body: 'typed while asked' } });
      // What is given up is a version that the history keeps.
      const kept = { en: { title: 'mine', body: 'typed while asked' } };
      const chosen = { en: { ...kept.en, title: choice } };
      expect(server.kept).toEqual(choice === 'mine' ? [chosen] : [kept, chosen]);
      expect(session.view().state).toBe('saved');
    }
  });

  it('merges what each changed within a field, asks for the rest, and takes another text', async () => {
    const address = (street: string, city: string, zip: string) => ({ en: { address: { street, city, zip } } });
    server.write(address('Weir 1', 'Bern', '3000'));
    const session = open();
    server.write(address('Weir 1', 'Basel', '4000'));
    session.set(['en'], 'address', address('Weir 2', 'Bern', '3001').en.address);
    await pass(1000);
    expect(session.view()).toMatchObject({
      state: 'conflict',
      values: address('Weir 2', 'Basel', '3001'),
      conflicts: [{ path: ['address', 'zip'], labels: ['Address', 'Zip'], base: '3000', mine: '3001', theirs: '4000' }],
    });
    session.resolve(() => '5000');
    await pass(2000);
    expect(server.draft.values).toEqual(address('Weir 2', 'Basel', '5000'));
    expect(server.kept).toEqual([address('Weir 2', 'Basel', '3001'), address('Weir 2', 'Basel', '5000')]);
    expect(session.view().state).toBe('saved');
  });

  it('keeps what was given up over a crash, and saves it as a version before all else', async () => {
    const session = open();
    server.write({ en: { title: 'theirs', body: 'text' } });
    session.set(['en'], 'title', 'mine');
    await pass(1000);
    server.failing = failure(0, 'offline');
    session.resolve(({ theirs }) => theirs);
    await pass(10);
    expect(server.kept).toEqual([]);
    session.close();
    timers = [];
    server.failing = null;
    const again = open();
    expect(await again.recover()).toBe(true);
    await pass(3000);
    expect(server.kept).toEqual([{ en: { title: 'mine', body: 'text' } }]);
    expect(server.draft.values.en?.title).toBe('theirs');
    expect(again.view().state).toBe('saved');
    expect(record).toBeNull();
  });

  it('asks no more when what was typed since is what others made of it', async () => {
    const session = open();
    server.write({ en: { title: 'theirs', body: 'text' } });
    session.set(['en'], 'title', 'mine');
    await pass(1000);
    expect(session.view().state).toBe('conflict');
    session.set(['en'], 'title', 'theirs');
    await pass(2000);
    expect(session.view()).toMatchObject({ state: 'saved', values: { en: { title: 'theirs' } } });
  });

  it('asks for what was typed during a save that brought another change of the same words', async () => {
    const session = open();
    let open_ = (): void => undefined;
    server.gate = new Promise((resolve) => {
      open_ = resolve;
    });
    session.set(['en'], 'body', 'mine');
    await pass(1000);
    session.set(['en'], 'title', 'typed during the save');
    server.write({ en: { title: 'theirs', body: 'text' } });
    server.gate = null;
    open_();
    await pass(1000);
    expect(session.view()).toMatchObject({
      state: 'conflict',
      conflicts: [{ mine: 'typed during the save', theirs: 'theirs' }],
    });
  });

  it('asks again when the page went away before anybody chose', async () => {
    const session = open();
    server.write({ en: { title: 'theirs', body: 'text' } });
    session.set(['en'], 'title', 'mine');
    await pass(1000);
    expect(session.view().state).toBe('conflict');
    session.set(['en'], 'body', 'typed while asked');
    await settle();
    session.close();
    timers = [];
    const again = open();
    expect(await again.recover()).toBe(true);
    await pass(20_000);
    expect(again.view()).toMatchObject({ state: 'conflict', conflicts: [{ mine: 'mine', theirs: 'theirs' }] });
    expect(server.draft.values.en?.title).toBe('theirs');
    again.resolve(({ theirs }) => theirs);
    await pass(1000);
    expect(server.draft.values.en).toEqual({ title: 'theirs', body: 'typed while asked' });
  });

  it('keeps text that can not be read yet, and does not call it saved', async () => {
    const session = open();
    session.setUnread('en.extra', '{ "half": ');
    await settle();
    expect(record?.unread).toEqual({ 'en.extra': '{ "half": ' });
    expect(await session.flush()).toBeNull();
    session.set(['en'], 'title', 'two');
    await pass(1000);
    expect(server.draft.values.en?.title).toBe('two');
    session.close();
    timers = [];
    const again = open();
    expect(await again.recover()).toBe(true);
    expect(again.view().unread).toEqual({ 'en.extra': '{ "half": ' });
    again.setUnread('en.extra', null);
    await pass(1000);
    expect(record).toBeNull();
    expect(await again.flush()).toBe(2);
  });

  it('keeps what was typed last before it returns when the page is left, and nothing when all is saved', async () => {
    const session = open();
    session.leave();
    expect(record).toBeNull();
    session.set(['en'], 'title', 'Typed last');
    session.leave();
    expect(record?.values.en?.title).toBe('Typed last');
    await settle();
    expect([session.view().state, record]).toEqual(['saved', null]);
  });

  it('lets what is typed while the journal is read lie above what it brings back', async () => {
    const before = open();
    before.set(['en'], 'title', 'old');
    await settle();
    before.close();
    timers = [];
    const session = open();
    const recovering = session.recover();
    session.set(['en'], 'title', 'new');
    await recovering;
    await pass(1000);
    expect(server.draft.values.en?.title).toBe('new');
  });

  it('shows what the server refuses at the field, and tries again once it was changed', async () => {
    const session = open();
    const details = [{ path: ['values', 'en', 'title'], message: 'Another entry has this value already.' }];
    server.failing = failure(400, 'validation_failed', details);
    session.set(['en'], 'title', 'taken');
    await pass(60_000);
    expect(session.view()).toMatchObject({ state: 'refused', errors: details });
    server.failing = null;
    session.set(['en'], 'title', 'free');
    await pass(1000);
    expect(session.view()).toMatchObject({ state: 'saved', errors: [] });
  });

  it('saves at once when asked to, and tells the version to publish', async () => {
    const session = open();
    expect(await session.flush()).toBe(1);
    session.set(['en'], 'title', 'two');
    expect(await session.flush()).toBe(2);
    server.failing = failure(503, 'unavailable');
    session.set(['en'], 'title', 'three');
    expect(await session.flush()).toBeNull();
  });

  it('does not wait for ever while somebody types without a pause', async () => {
    const session = open();
    for (let n = 0; n < 30; n++) {
      session.set(['en'], 'title', `typing ${n}`);
      await pass(300);
    }
    expect(server.saves.length).toBeGreaterThanOrEqual(1);
  });

  it('loses nothing of two people who type at random, whatever way fails', async () => {
    let seed = 7;
    const random = (): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed / 2147483648;
    };
    const people = [open(), open()];
    const typed = new Map<string, string>();
    for (let step = 0; step < 400; step++) {
      const who = random() < 0.5 ? 0 : 1;
      // Each has fields of their own, so that none collide: everything typed must be there in the end.
      const field = `f${who}${Math.floor(random() * 3)}`;
      people[who]?.set(['en'], field, `v${step}`);
      typed.set(field, `v${step}`);
      server.failing = random() < 0.3 ? failure(0, 'offline') : null;
      await pass(random() * 1500);
    }
    server.failing = null;
    await pass(120_000);
    expect(server.draft.values.en).toMatchObject(Object.fromEntries(typed));
    for (const session of people) expect(session.view().state).toBe('saved');
  });
});

describe('values', () => {
  it('are put upon others field by field', () => {
    const base = { en: { a: 1, b: 1 } };
    expect(merge([], base, { en: { a: 2, b: 1 }, de: {} }, { en: { a: 1, b: 3 } }).values).toEqual({
      en: { a: 2, b: 3 },
      de: {},
    });
    expect(merge([], base, { en: { b: 1 } }, { en: { a: 1, b: 3 } }).values).toEqual({ en: { b: 3 } });
    expect(withField({}, { locale: 'en', field: 'a' }, 1)).toEqual({ en: { a: 1 } });
    expect(differences({ en: { a: { x: 1, y: 2 } } }, { en: { a: { y: 2, x: 1 } } })).toEqual([]);
  });

  it('holds back a field that the server refuses, and saves all others', async () => {
    const session = open();
    session.set(['en'], 'title', 7);
    server.failing = failure(422, 'validation_failed', [{ path: ['values', 'en', 'title'], message: 'Text!' }]);
    await pass(1_000);
    expect(session.view()).toMatchObject({ state: 'refused', errors: [{ message: 'Text!' }] });
    server.failing = null;
    session.set(['en'], 'body', 'more');
    await pass(5_000);
    expect(server.draft.values).toEqual({ en: { title: 'one', body: 'more' } });
    expect(session.view()).toMatchObject({ state: 'refused', values: { en: { title: 7, body: 'more' } } });
    expect(await session.flush()).toBeNull();
    expect(record).toMatchObject({ values: { en: { title: 7 } } });
    session.set(['en'], 'title', 'seven');
    expect(await session.flush()).toBe(server.draft.version);
    expect(server.draft.values).toEqual({ en: { title: 'seven', body: 'more' } });
    expect(session.view()).toMatchObject({ state: 'saved', errors: [] });
  });

  it('says when it tries again', async () => {
    const session = open();
    session.set(['en'], 'title', 'two');
    server.failing = failure(0, 'offline');
    await pass(900);
    expect(session.view()).toMatchObject({ state: 'offline', failure: { code: 'offline' }, retryAt: 1_800 });
  });

  it('has no version to publish while a text can not be read', async () => {
    const session = open();
    session.set(['en'], 'title', 'two');
    session.setUnread('en.price', '99,');
    expect(await session.flush()).toBeNull();
    expect(session.isSaved).toBe(false);
    session.setUnread('en.price', null);
    expect(await session.flush()).toBe(2);
  });

  it('moves texts that can not be read along with their rows', () => {
    const session = open();
    session.setUnread('en.rows.1', '{');
    session.moveUnread((place) => (place === 'en.rows.1' ? 'en.rows.0' : place));
    expect(session.view().unread).toEqual({ 'en.rows.0': '{' });
    session.moveUnread(() => null);
    expect(session.view().unread).toEqual({});
  });
});
