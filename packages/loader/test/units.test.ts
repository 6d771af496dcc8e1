import {
  type ChunkRef,
  entryItem,
  FILE_TAIL,
  fileHead,
  MANIFEST_FORMAT,
  makeChunk,
  type SnapshotEntry,
} from '@stele/snapshot';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeAge } from '../src/describe-age.ts';
import { makeEntry } from '../src/entries/entry.ts';
import { retryAfterMs } from '../src/http/retry-after.ts';
import { ShapeError } from '../src/shapes.ts';
import { ChunkBatch } from '../src/snapshot/chunk-batch.ts';
import { FileCutter } from '../src/snapshot/file-cutter.ts';
import { LazyValues, type StoredEntry } from '../src/snapshot/lazy-values.ts';
import { anyValues, likeAnEntry } from './support/any-values.ts';
import { entry } from './support/snapshots.ts';

describe('Retry-After', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 3 ', 3000],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['soon', null],
    ['-1', null],
    ['1.5', null],
    ['', null],
    [null, null],
  ])('%j is %j milliseconds', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });
});

it.each([
  [0, '0 seconds'],
  [1000, '1 second'],
  [59_999, '59 seconds'],
  [60_000, '1 minute'],
  [7_200_000, '2 hours'],
  [30 * 86_400_000, '30 days'],
])('%i ms are %s', (ms, words) => {
  expect(describeAge(ms)).toBe(words);
});

/** Chunks of entries with these values. @param write another way to write an entry than the format's */
const chunksOf = (values: readonly (readonly SnapshotEntry['values'][])[], write?: (one: SnapshotEntry) => string) => {
  let number = 0;
  const itemOf = (one: SnapshotEntry) => ({ ...entryItem('', one), ...(write && { text: write(one) }) });
  return values.map((list) => makeChunk(list.map((one) => itemOf({ ...entry(number++), values: one }))));
};
const manyValues = fc.array(fc.array(anyValues, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
const anyChunks = fc.oneof(
  manyValues.map((values) => chunksOf(values)),
  manyValues.map((values) => chunksOf(values, JSON.stringify)),
);

describe('a file that comes in parts', () => {
  it('is cut into its chunks wherever the parts end', () => {
    const names = { collection: 'posts', locale: 'pt-BR' };
    const manifest = {
      manifest_format: MANIFEST_FORMAT,
      project_id: 'prj_1',
      snapshot_id: 'snap_1',
      sequence: 1,
      schema_version: 12,
      published_at: '',
      files: [],
    } as const;
    const file = { ...names, index: '', entries: 0, bytes: 0 };
    fc.assert(
      fc.property(anyChunks, fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1 }), (chunks, lengths) => {
        const inner = chunks.map(({ object }) => Buffer.from(object.body).subarray(1, -1).toString());
        const head = fileHead({ ...names, snapshot_id: 'snap_1', schema_version: 12 });
        const whole = Buffer.from(`${head}${inner.join(',')}${FILE_TAIL}`);
        const cutter = new FileCutter(
          manifest,
          file,
          chunks.map(({ ref }) => ref),
        );
        const cut: string[] = [];
        for (let from = 0, turn = 0; from < whole.length; turn++) {
          const length = lengths[turn % lengths.length] ?? 1;
          for (const { body } of cutter.add(whole.subarray(from, from + length))) cut.push(String(body));
          from += length;
        }
        expect(cut).toEqual(chunks.map(({ object }) => Buffer.from(object.body).toString()));
      }),
    );
  });
});

describe('a batch of chunks', () => {
  const projectUrl = 'https://content.test/prj_1';
  const frame = { collection: 'posts', locale: 'en', isFallback: false, projectUrl };
  const origin = { projectUrl, failure: () => new Error('It is no JSON.') };
  const takeAll = (chunks: readonly ReturnType<typeof makeChunk>[], room = 10_000) => {
    const taken = new Map<string, readonly StoredEntry[]>();
    const batch = new ChunkBatch(room, {
      take: (chunk, entries) => taken.set(chunk.first_id, entries),
      originOf: () => origin,
    });
    for (const { ref, object } of chunks) batch.add(ref, object.body);
    batch.flush();
    return taken;
  };
  const areLazy = (taken: ReturnType<typeof takeAll>): boolean[] =>
    [...taken.values()].flat().map(({ values }) => values instanceof LazyValues);

  it('gives each chunk the entries that it would have alone, digests included, whatever its text', () => {
    fc.assert(
      fc.property(anyChunks, fc.integer({ min: 0, max: 2000 }), (chunks, room) => {
        const taken = takeAll(chunks, room);
        for (const { ref, object } of chunks) {
          const alone: SnapshotEntry[] = JSON.parse(Buffer.from(object.body).toString());
          const expected = alone.map((one) => makeEntry(one, frame));
          const made = (taken.get(ref.first_id) ?? []).map((one) => makeEntry(one, frame));
          expect(made.map(({ digest }) => digest)).toEqual(expected.map(({ digest }) => digest));
          expect(made).toEqual(expected);
          // Unlike the comparison, this sees the order of keys, and keys called __proto__.
          expect(JSON.stringify(made)).toBe(JSON.stringify(expected));
        }
      }),
    );
  });

  it('leaves values unread, unless something in them is written as an entry is', () => {
    const plain = chunksOf([[{ a: 'ü 😀 {"id":"' }, { b: [{ id: 'x', version: 1 }] }], [{}]]);
    expect(areLazy(takeAll(plain))).toEqual([true, true, true]);
    const likeEntries = [[{ list: [{ a: {} }, likeAnEntry] }, {}], [{}]];
    expect(areLazy(takeAll(chunksOf(likeEntries)))).toEqual([true, true, true]);
    expect(areLazy(takeAll(chunksOf(likeEntries, JSON.stringify)))).toEqual([false, false, false]);
  });

  it.each([
    ['more entries than there are', { entries: 3 }],
    ['fewer entries than there are', { entries: 1 }],
    ['another first entry', { first_id: 'ent_other' }],
  ])('is refused when the index says %s', (_what, change: Partial<ChunkRef>) => {
    const [first, second] = chunksOf([
      [{}, {}],
      [{}, {}],
    ]);
    if (!first || !second) throw new Error('There are two chunks.');
    const wrong = { ...first, ref: { ...first.ref, ...change } };
    expect(() => takeAll([wrong, second])).toThrow(ShapeError);
    expect(() => takeAll([second, wrong])).toThrow(ShapeError);
    const balance = { ...second, ref: { ...second.ref, entries: 4 - wrong.ref.entries } };
    expect(() => takeAll([wrong, balance])).toThrow(ShapeError);
  });

  it.each(['head', 'end', 'whole', 'encoding'])('is refused when the %s of an entry is damaged', (part) => {
    const [chunk] = chunksOf([[{ a: 1 }, { a: 'ü' }]]);
    const text = Buffer.from(chunk?.object.body ?? []).toString();
    const broken = {
      head: text.replace('"version":2', '"version":02'),
      end: text.replace('}},', '}];'),
      whole: text.slice(0, -1),
      encoding: Buffer.from(text.replace('ü', '\xff'), 'latin1'),
    };
    const body = Buffer.from(broken[part as keyof typeof broken]);
    if (!chunk) throw new Error('There is a chunk.');
    expect(() => takeAll([{ ...chunk, object: { ...chunk.object, body } }])).toThrow(ShapeError);
  });
});
