import type { FieldDocument } from '@stele/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EditSession } from '../src/editor/session/edit-session.ts';
import type { JournalRecord } from '../src/editor/session/journal.ts';
import { differences, merge, withField } from '../src/values/values.ts';
import { failure, Server, SessionClock, settle } from './support/session-clock.ts';

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
      type: key === 'street' ? 'textarea' : 'text',
    })),
  },
  { key: 'intro', label: 'Intro', required: false, localized: true, type: 'textarea' },
];

let server: Server;
let clock: SessionClock;
let journal: { record: JournalRecord | null };
const open = (): EditSession => clock.open(server, FIELDS, journal);
const pass = (ms: number): Promise<void> => clock.pass(ms);

beforeEach(() => {
  server = new Server(FIELDS);
  clock = new SessionClock();
  journal = { record: null };
});

describe('an edit session', () => {
  it('saves after a pause, only what changed, and forgets the journal then', async () => {
    const session = open();
    session.set(['en'], 'title', 'two');
    expect(session.view().state).toBe('waiting');
    await settle();
    expect(journal.record).toMatchObject({ baseVersion: 1, values: { en: { title: 'two' } } });
    await pass(700);
    expect(server.saves).toEqual([]);
    await pass(200);
    expect(server.saves).toEqual([{ en: { title: 'two' } }]);
    expect(session.view()).toMatchObject({ state: 'saved', version: 2 });
    expect(journal.record).toBeNull();
  });

  it('saves what a person decided as a version that the history shows by itself, and typing after it with others', async () => {
    const session = open();
    session.set(['en'], 'title', 'typed');
    await session.flush();
    session.set(['en'], 'title', 'restored');
    expect(await session.flush(true)).toBe(3);
    session.set(['en'], 'title', 'typed on');
    await session.flush();
    await session.flush(true);
    session.set(['en'], 'title', 'and on');
    await session.flush();
    expect(server.kept.map(({ en }) => en?.title)).toEqual(['restored']);
    expect(server.saves).toHaveLength(4);
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
    expect(journal.record?.values).toEqual({ en: { title: 'two', body: 'more' } });
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
    clock.timers = [];
    server.write({ en: { title: 'one', body: 'by somebody else' } });
    const session = open();
    expect(await session.recover()).toBe(true);
    await pass(1000);
    expect(server.draft.values).toEqual({ en: { title: 'typed before the crash', body: 'by somebody else' } });
    expect(journal.record).toBeNull();
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
      server = new Server(FIELDS);
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
      // The text that is given up becomes a version that the history keeps.
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

  it('merges words of a long text, and leaves it as it was typed until what collides is decided', async () => {
    server.write({ en: { intro: 'one two three four five six seven' } });
    const session = open();
    server.write({ en: { intro: 'one two three four five six SEVEN' } });
    session.set(['en'], 'intro', 'ONE two three four five six seven');
    await pass(1000);
    expect(session.view()).toMatchObject({
      state: 'saved',
      values: { en: { intro: 'ONE two three four five six SEVEN' } },
    });

    server.write({ en: { intro: 'Zero ONE two three vier five six SEVEN' } });
    session.set(['en'], 'intro', 'ONE two three 4 five six SEVEN');
    await pass(1000);
    const sides = { mine: 'Zero ONE two three 4 five six SEVEN', theirs: 'Zero ONE two three vier five six SEVEN' };
    expect(session.view()).toMatchObject({
      state: 'conflict',
      values: { en: { intro: 'ONE two three 4 five six SEVEN' } },
      conflicts: [sides],
    });
    session.set(['en'], 'intro', 'ONE two three 4 five six SEVEN eight');
    await settle();
    session.close();
    clock.timers = [];
    const again = open();
    await again.recover();
    expect(again.view()).toMatchObject({ state: 'conflict', conflicts: [{ mine: `${sides.mine} eight` }] });
    again.resolve(({ mine }) => mine);
    await pass(2000);
    expect(server.draft.values.en?.intro).toBe(`${sides.mine} eight`);
    expect(again.view().state).toBe('saved');
  });

  it('does not meet itself when an answer gets lost: it sends the same again before what was typed since', async () => {
    const session = open();
    server.isAnswerLost = true;
    session.set(['en'], 'title', 'two');
    await pass(1000);
    expect([server.draft.values.en?.title, session.view().state]).toEqual(['two', 'offline']);
    session.set(['en'], 'title', 'three');
    server.isAnswerLost = false;
    await pass(20_000);
    expect(session.view()).toMatchObject({ state: 'saved', values: { en: { title: 'three' } } });
    expect(server.draft.values.en?.title).toBe('three');
  });

  it('does not meet itself either when the page went away before the answer', async () => {
    const session = open();
    server.isAnswerLost = true;
    session.set(['en'], 'title', 'two');
    await pass(1000);
    session.set(['en'], 'title', 'three');
    await settle();
    session.close();
    clock.timers = [];
    server.isAnswerLost = false;
    const again = open();
    expect(await again.recover()).toBe(true);
    await pass(2000);
    expect(again.view()).toMatchObject({ state: 'saved', values: { en: { title: 'three' } } });
  });

  it.each([400, 403] as const)('saves the other fields of a save that was refused for one with %i', async (status) => {
    const session = open();
    server.refused = { field: 'title', value: 'bad', status };
    session.set(['en'], 'title', 'bad');
    session.set(['en'], 'intro', 'good');
    await pass(60_000);
    expect(server.draft.values.en).toMatchObject({ title: 'one', intro: 'good' });
    expect(session.view().state).toBe('refused');
    session.set(['en'], 'title', 'better');
    await pass(2_000);
    expect([server.draft.values.en?.title, session.view().state]).toEqual(['better', 'saved']);
  });

  it('merges no field twice that is not asked for', async () => {
    server.write({ en: { title: 'one', intro: 'la la' } });
    const session = open();
    server.write({ en: { title: 'theirs', intro: 'la la la' } });
    session.set(['en'], 'title', 'mine');
    session.set(['en'], 'intro', 'X la la');
    await pass(1000);
    expect(session.view()).toMatchObject({ state: 'conflict', values: { en: { intro: 'X la la la' } } });
    session.set(['en'], 'intro', 'X la la la, typed while asked');
    session.resolve(({ mine }) => mine);
    await pass(2000);
    expect(server.draft.values.en).toEqual({ title: 'mine', intro: 'X la la la, typed while asked' });
  });

  it('takes theirs in once what is typed no longer collides', async () => {
    server.write({ en: { intro: 'one two three four five six seven' } });
    const session = open();
    server.write({ en: { intro: 'one two three vier five six SEVEN' } });
    session.set(['en'], 'intro', 'one two three 4 five six seven');
    await pass(1000);
    expect(session.view().state).toBe('conflict');
    session.set(['en'], 'intro', 'Zero one two three four five six seven');
    await pass(2000);
    expect(session.view().state).toBe('saved');
    expect(server.draft.values.en?.intro).toBe('Zero one two three vier five six SEVEN');
  });

  it('merges nothing twice within a field that is asked for in part', async () => {
    const address = (street: string, city: string) => ({ en: { address: { street, city } } });
    server.write(address('la la', 'Bern'));
    const session = open();
    server.write(address('la la la', 'Basel'));
    session.set(['en'], 'address', address('X la la', 'Genf').en.address);
    await pass(1000);
    expect(session.view()).toMatchObject({ state: 'conflict', values: address('X la la la', 'Genf') });
    session.resolve(({ theirs }) => theirs);
    await pass(2000);
    expect(server.draft.values).toEqual(address('X la la la', 'Basel'));
  });

  it('keeps what went together when the page goes away before anyone chose', async () => {
    const values = (intro: string, title: string) => ({ en: { intro, title } });
    server.write(values('la la', 'one'));
    const session = open();
    server.write(values('la la la', 'theirs'));
    session.set(['en'], 'intro', 'X la la');
    session.set(['en'], 'title', 'mine');
    await pass(1000);
    expect(session.view()).toMatchObject({ state: 'conflict', values: values('X la la la', 'mine') });
    session.close();
    clock.timers = [];
    server.write({ en: { ...server.draft.values.en, body: 'later' } });
    const again = open();
    await again.recover();
    expect(again.view()).toMatchObject({ state: 'conflict', values: { en: { body: 'later', intro: 'X la la la' } } });
    again.resolve(({ theirs }) => theirs);
    await pass(2000);
    expect(server.draft.values.en).toEqual({ ...values('X la la la', 'theirs').en, body: 'later' });
  });

  it('does not meet itself when the person was signed out after an answer got lost', async () => {
    const session = open();
    server.isAnswerLost = true;
    session.set(['en'], 'title', 'two');
    await pass(1000);
    server.isAnswerLost = false;
    server.failing = failure(401, 'unauthenticated');
    await pass(20_000);
    expect(session.view().state).toBe('refused');
    session.set(['en'], 'title', 'three');
    server.failing = null;
    session.retry();
    await pass(3000);
    expect([server.draft.values.en?.title, session.view().state]).toEqual(['three', 'saved']);
  });

  it('sends what is refused as a whole only once when all is to be saved at once', async () => {
    const session = open();
    server.failing = failure(413, 'payload_too_large');
    session.set(['en'], 'title', 'two');
    expect(await session.flush()).toBeNull();
  });

  it('tries a refusal that a person has to end only once when all is to be saved at once', async () => {
    const session = open();
    server.failing = failure(403, 'forbidden');
    session.set(['en'], 'title', 'two');
    expect(await session.flush()).toBeNull();
    expect(session.view()).toMatchObject({ state: 'refused', values: { en: { title: 'two' } } });
  });

  /** Gives a title up in favour of another one, without a network; then the page goes. */
  const giveUpAndCrash = async (): Promise<void> => {
    const session = open();
    server.write({ en: { title: 'theirs', body: 'text' } });
    session.set(['en'], 'title', 'mine');
    await pass(1000);
    server.failing = failure(0, 'offline');
    session.resolve(({ theirs }) => theirs);
    await pass(10);
    session.close();
    clock.timers = [];
    server.failing = null;
  };

  it('keeps what was given up over a crash, and saves it as a version before all else', async () => {
    await giveUpAndCrash();
    expect(server.kept).toEqual([]);
    const again = open();
    expect(await again.recover()).toBe(true);
    await pass(3000);
    expect(server.kept).toEqual([{ en: { title: 'mine', body: 'text' } }]);
    expect(server.draft.values.en?.title).toBe('theirs');
    expect(again.view().state).toBe('saved');
    expect(journal.record).toBeNull();
  });

  it('takes nothing back of what others saved before what was given up is saved', async () => {
    await giveUpAndCrash();
    const later = server.write({ en: { title: 'theirs', body: 'later, by someone else' } });
    expect(await open().recover()).toBe(true);
    await pass(3000);
    expect(server.kept).toEqual([{ en: { title: 'mine', body: 'later, by someone else' } }]);
    const since = [...server.history].filter(([version]) => version > later.version);
    expect(since.map(([, { en }]) => en?.body)).toEqual(since.map(() => 'later, by someone else'));
    expect(server.draft.values.en?.title).toBe('theirs');
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

  it('takes over what others save beside what is not sent yet, and sends only what was typed here', async () => {
    server.write({ en: { title: 'title', intro: 'one two three', body: 'text' } });
    const session = open();
    session.set(['en'], 'title', 'mine');
    session.set(['en'], 'intro', 'one two MINE');
    server.write({ en: { title: 'title', intro: 'THEIRS two three', body: 'theirs' } });
    session.follow(server.draft);
    const met = { title: 'mine', intro: 'THEIRS two MINE', body: 'theirs' };
    expect(session.view()).toMatchObject({ state: 'waiting', values: { en: met } });
    await pass(1000);
    expect(session.view().state).toBe('saved');
    expect(server.draft.values.en).toMatchObject(met);
    // A page that is opened again knows what it was typed over.
    session.set(['en'], 'title', 'again');
    server.write({ en: { ...met, body: 'again theirs' } });
    session.follow(server.draft);
    await settle();
    session.close();
    clock.timers = [];
    const later = open();
    await later.recover();
    await pass(1000);
    expect(server.draft.values.en).toMatchObject({ ...met, title: 'again', body: 'again theirs' });
  });

  it('shows what others saved while its own save was under way', async () => {
    const session = open();
    session.set(['en'], 'title', 'mine');
    clock.collect = () => {
      if (server.saves.length === 0 || server.draft.values.en?.body === 'theirs') return;
      server.write({ en: { ...server.draft.values.en, body: 'theirs' } });
      session.follow(server.draft);
    };
    await pass(1000);
    const { version } = server.draft;
    expect(session.view()).toMatchObject({
      state: 'saved',
      version,
      values: { en: { title: 'mine', body: 'theirs' } },
    });
  });

  it('sends a refused text again once others changed it, or saved the same', async () => {
    for (const theirs of ['ONE two', 'one two BAD']) {
      server.refused = null;
      server.write({ en: { intro: 'one two' } });
      const session = open();
      server.refused = { field: 'intro', value: 'one two BAD' };
      session.set(['en'], 'intro', 'one two BAD');
      await pass(2000);
      expect(session.view()).toMatchObject({ state: 'refused', errors: [{ message: 'No.' }] });
      server.write({ en: { intro: theirs } });
      session.follow(server.draft);
      await pass(2000);
      expect(session.view()).toMatchObject({ state: 'saved', errors: [] });
      expect(server.draft.values.en?.intro).toBe(theirs.replace('ONE two', 'ONE two BAD'));
      session.close();
    }
  });

  it('leaves what both changed to the next save, which asks', async () => {
    server.write({ en: { title: 'title', body: 'text' } });
    const session = open();
    session.set(['en'], 'title', 'mine');
    server.write({ en: { title: 'theirs', body: 'theirs' } });
    session.follow(server.draft);
    expect(session.view().values.en).toMatchObject({ title: 'mine', body: 'text' });
    await pass(1000);
    expect(session.view()).toMatchObject({ state: 'conflict', conflicts: [{ mine: 'mine', theirs: 'theirs' }] });
    expect(session.view().values.en).toMatchObject({ body: 'theirs' });
  });

  it('asks for what a control still holds back when someone else changes the same words', async () => {
    server.write({ en: { intro: 'one two three' } });
    const session = open();
    clock.collect = held(session, 'one mine three');
    server.write({ en: { intro: 'one theirs three' } });
    session.follow(server.draft);
    clock.collect();
    await pass(1000);
    expect(session.view()).toMatchObject({
      state: 'conflict',
      conflicts: [{ mine: 'one mine three', theirs: 'one theirs three' }],
    });
  });

  it('brings back what a crash left beside what a control already holds back', async () => {
    server.write({ en: { intro: 'one two three four five' } });
    const before = open();
    before.set(['en'], 'intro', 'ONE two three four five');
    await settle();
    before.close();
    clock.timers = [];
    const session = open();
    clock.collect = held(session, 'one two three four FIVE');
    await session.recover();
    clock.collect();
    await pass(1000);
    expect(server.draft.values.en?.intro).toBe('ONE two three four FIVE');
  });

  it('asks again when the page went away before anyone chose', async () => {
    const session = open();
    server.write({ en: { title: 'theirs', body: 'text' } });
    session.set(['en'], 'title', 'mine');
    await pass(1000);
    expect(session.view().state).toBe('conflict');
    session.set(['en'], 'body', 'typed while asked');
    await settle();
    session.close();
    clock.timers = [];
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
    expect(journal.record?.unread).toEqual({ 'en.extra': '{ "half": ' });
    expect(await session.flush()).toBeNull();
    session.set(['en'], 'title', 'two');
    await pass(1000);
    expect(server.draft.values.en?.title).toBe('two');
    session.close();
    clock.timers = [];
    const again = open();
    expect(await again.recover()).toBe(true);
    expect(again.view().unread).toEqual({ 'en.extra': '{ "half": ' });
    again.setUnread('en.extra', null);
    await pass(1000);
    expect(journal.record).toBeNull();
    expect(await again.flush()).toBe(2);
  });

  it('keeps what was typed last before it returns when the page is left, and nothing when all is saved', async () => {
    const session = open();
    session.leave();
    expect(journal.record).toBeNull();
    session.set(['en'], 'title', 'Typed last');
    session.leave();
    expect(journal.record?.values.en?.title).toBe('Typed last');
    await settle();
    expect([session.view().state, journal.record]).toEqual(['saved', null]);
  });

  it('lets what is typed while the journal is read lie above what it brings back', async () => {
    const before = open();
    before.set(['en'], 'title', 'old');
    await settle();
    before.close();
    clock.timers = [];
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

  it('saves at once when asked to, and returns the version to publish', async () => {
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
    expect(journal.record).toMatchObject({ values: { en: { title: 7 } } });
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

/** A control that hands on an intro once it's asked to. */
function held(session: EditSession, intro: string): () => void {
  let isHeld = true;
  return () => {
    if (isHeld) session.set(['en'], 'intro', intro);
    isHeld = false;
  };
}
