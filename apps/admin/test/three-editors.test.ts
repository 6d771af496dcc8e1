import type { FieldDocument, Json } from '@stele/schema';
import { expect, it } from 'vitest';
import type { EditSession } from '../src/editor/session/edit-session.ts';
import type { JournalRecord } from '../src/editor/session/journal.ts';
import { failure, Server, SessionClock, settle } from './support/session-clock.ts';

const EDITS = process.env.TEST_LONG ? 10_000 : 400;
const SEEDS = process.env.TEST_LONG ? [1] : [1, 2, 3, 4];

const common = { required: false, localized: true } as const;
const FIELDS: readonly FieldDocument[] = [
  { ...common, key: 'title', label: 'Title', type: 'text' },
  { ...common, key: 'intro', label: 'Intro', type: 'textarea' },
  { ...common, key: 'body', label: 'Body', type: 'markdown' },
  { ...common, key: 'story', label: 'Story', type: 'richtext' },
  { ...common, key: 'tags', label: 'Tags', type: 'list', of: { type: 'text' } },
  {
    ...common,
    key: 'sections',
    label: 'Sections',
    type: 'blocks',
    types: [
      { key: 'quote', label: 'Quote', fields: [{ key: 'text', label: 'Text', required: false, type: 'textarea' }] },
    ],
  },
];

/** Numbers from 0 to below 1 that are the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const WORD = /w\d+x/g;
const wordsIn = (value: unknown): string[] => JSON.stringify(value ?? null).match(WORD) ?? [];

/** Changes a sequence somewhere: writes a word into it, and now and then takes one or some out. */
function edited(items: readonly string[], random: () => number, word: string): string[] {
  const at = Math.floor(random() * (items.length + 1));
  const choice = random();
  // A long list gets shorter, so that it stays of a size that people write.
  if (choice < (items.length > 60 ? 0.5 : 0.2)) return items.toSpliced(at, 1 + Math.floor(random() * 3), word);
  if (choice < 0.35) return items.toSpliced(at, 1, word);
  return items.toSpliced(at, 0, word);
}

type Row = { readonly _type: 'quote'; readonly _key: string; readonly text: string };

/** Changes blocks somewhere: adds one, takes one out, moves one, or changes the text of one. */
function editedRows(rows: readonly Row[], random: () => number, word: string): Row[] {
  const at = Math.floor(random() * (rows.length + 1));
  const row = rows[at];
  const choice = random();
  if (row && choice < 0.5) {
    const text = edited(wordsIn(row.text), random, word).join(' ');
    return rows.with(at, { ...row, text });
  }
  const added: Row = { _type: 'quote', _key: `k${word.slice(1, -1)}`, text: word };
  const others = row && (choice < 0.6 || rows.length > 12) ? rows.toSpliced(at, 1) : rows;
  const moved = row && choice > 0.9 ? [...rows.toSpliced(at, 1), row] : others;
  return moved.toSpliced(Math.floor(random() * moved.length), 0, added);
}

/**
 * Changes lines somewhere: mostly the words of one, and now and then their number.
 *
 * @param mayMove whether lines may be split and joined: what two people move to different places is there twice
 */
function editedLines(lines: readonly string[][], random: () => number, word: string, mayMove: boolean): string[][] {
  const at = Math.floor(random() * lines.length);
  const line = edited(lines[at] ?? [], random, word);
  const choice = random();
  if (choice < 0.1) return lines.toSpliced(at, 0, [word]);
  if (mayMove && choice < 0.2) {
    const to = Math.floor(random() * line.length);
    return lines.toSpliced(at, 1, ...[line.slice(0, to), line.slice(to)].filter((part) => part.length > 0));
  }
  const next = lines[at + 1];
  if (mayMove && next && (choice < 0.25 || lines.length > 8)) return lines.toSpliced(at, 2, [...line, ...next]);
  return lines.toSpliced(at, 1, line);
}

type Change = (before: Json | undefined, random: () => number, word: string, mayMove: boolean) => Json;

/** How people change each field. */
const CHANGES: Readonly<Record<string, Change>> = {
  title: (before, random, word) => edited(wordsIn(before), random, word).slice(-4).join(' '),
  intro: (before, random, word) => edited(wordsIn(before), random, word).join(' '),
  body: (before, random, word, mayMove) => {
    const lines = String(before ?? '')
      .split('\n')
      .map(wordsIn);
    return editedLines(lines, random, word, mayMove)
      .map((line) => line.join(' '))
      .join('\n');
  },
  story: (before, random, word, mayMove) => {
    const { content = [] } = (before ?? {}) as { readonly content?: readonly Json[] };
    const paragraphs = editedLines(content.map(wordsIn), random, word, mayMove).map((line) => line.join(' '));
    return {
      type: 'doc',
      content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
    };
  },
  tags: (before, random, word) => edited(wordsIn(before), random, word),
  sections: (before, random, word) => editedRows((before as readonly Row[] | undefined) ?? [], random, word),
};

/** Which of two texts is newer isn't known while an answer is lost: then words may come twice, but none is missing. */
const ROUNDS = SEEDS.flatMap((seed) => [
  { seed, areAnswersLost: false },
  { seed, areAnswersLost: true },
]);

it.each(ROUNDS)(
  'three people in one entry lose nothing that they typed (seed $seed, answers get lost: $areAnswersLost)',
  async ({ seed, areAnswersLost }) => {
    const random = randomOf(seed);
    const clock = new SessionClock();
    const server = new Server(FIELDS);
    const journals: { record: JournalRecord | null }[] = [{ record: null }, { record: null }, { record: null }];
    const people = journals.map((journal) => clock.open(server, FIELDS, journal));
    const typed = new Set<string>();
    const keys = Object.keys(CHANGES);
    const answer = (session: EditSession): void => {
      if (session.view().state === 'conflict')
        session.resolve((conflict) => conflict[random() < 0.5 ? 'mine' : 'theirs']);
    };
    for (let edit = 0; edit < EDITS; edit++) {
      const who = Math.floor(random() * people.length);
      let session = people[who] as EditSession;
      const key = keys[Math.floor(random() * keys.length)] as string;
      const before = session.view().values.en?.[key];
      const after = CHANGES[key]?.(before, random, `w${edit}x`, who === 0);
      // A word that a person takes out of their own unsaved text was never anyone's to keep.
      const now = new Set(wordsIn(after));
      for (const word of wordsIn(before)) if (!now.has(word)) typed.delete(word);
      for (const word of now) typed.add(word);
      session.set(['en'], key, after);
      const fate = random();
      server.failing = fate < 0.1 ? failure(503, 'unavailable') : null;
      server.isAnswerLost = areAnswersLost && fate > 0.95;
      if (random() < 0.02) {
        // The page goes away, and comes back.
        await settle();
        session.close();
        session = clock.open(server, FIELDS, journals[who] as { record: JournalRecord | null });
        people[who] = session;
        await session.recover();
      }
      await clock.pass(random() * 1500);
      if (random() < 0.3) for (const one of people) answer(one);
      if (random() < 0.3) for (const one of people) one.follow(server.draft);
    }
    server.failing = null;
    server.isAnswerLost = false;
    for (let round = 0; round < 20; round++) {
      await clock.pass(60_000);
      for (const one of people) answer(one);
    }
    expect(people.map((one) => one.view().state)).toEqual(['saved', 'saved', 'saved']);

    const kept = new Set([...server.history.values()].flatMap((values) => wordsIn(values)));
    expect([...typed].filter((word) => !kept.has(word))).toEqual([]);
    if (areAnswersLost) return;
    const doubled = new Set(
      [...server.history.values()].flatMap(({ en = {} }) =>
        Object.values(en).flatMap((value) => wordsIn(value).filter((word, at, words) => words.indexOf(word) !== at)),
      ),
    );
    // Of lines that were split or joined on one side and rewritten on the other.
    expect(doubled.size).toBeLessThanOrEqual(EDITS / 1_000);
  },
  120_000,
);
