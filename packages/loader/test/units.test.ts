import { entryItem, FILE_TAIL, fileHead, MANIFEST_FORMAT, makeChunk } from '@stele/snapshot';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeAge } from '../src/describe-age.ts';
import { retryAfterMs } from '../src/http/retry-after.ts';
import { ChunkBatch } from '../src/snapshot/chunk-batch.ts';
import { FileCutter } from '../src/snapshot/file-cutter.ts';
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

/** Chunks of entries with any text. */
const chunksOf = (texts: readonly (readonly string[])[]) => {
  let number = 0;
  return texts.map((list) => makeChunk(list.map((text) => entryItem('', entry(number++, { text })))));
};
const anyChunks = fc
  .array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 }), { maxLength: 6 })
  .map(chunksOf);

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
  it('gives each chunk the entries that it would have alone, whatever its text', () => {
    fc.assert(
      fc.property(anyChunks, fc.integer({ min: 0, max: 2000 }), (chunks, room) => {
        const taken = new Map<string, unknown>();
        const batch = new ChunkBatch(room, (chunk, parsed) => taken.set(chunk.first_id, parsed));
        for (const { ref, object } of chunks) batch.add(ref, object.body);
        batch.flush();
        const alone = chunks.map(({ ref, object }) => [ref.first_id, JSON.parse(Buffer.from(object.body).toString())]);
        expect([...taken].sort()).toEqual(alone.sort());
      }),
    );
  });
});
