import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
import { usualFolder } from '../src/cache/open-cache.ts';
import { describeAge } from '../src/describe-age.ts';
import { parseChunk } from '../src/format/manifest.ts';
import { ShapeError } from '../src/format/shapes.ts';
import { retryAfterMs } from '../src/http/http.ts';
import { FileCutter } from '../src/snapshot/file-cutter.ts';
import { anyValues } from './support/any-values.ts';
import { entry } from './support/snapshots.ts';

it('is cached beside the packages of a website, or in a folder of its own where there are none', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'stele-cache-'));
  const before = process.cwd();
  try {
    process.chdir(folder);
    expect(usualFolder()).toBe('.stele-cache');
    await mkdir('node_modules');
    expect(usualFolder()).toBe(path.join('node_modules', '.cache', 'stele'));
  } finally {
    process.chdir(before);
    await rm(folder, { recursive: true });
  }
});

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

describe('a chunk', () => {
  it('is parsed whatever its text', () => {
    fc.assert(
      fc.property(anyChunks, (chunks) => {
        for (const { ref, object } of chunks) {
          const text = Buffer.from(object.body).toString();
          // Unlike a comparison, this sees the order of keys, and keys called __proto__.
          expect(JSON.stringify(parseChunk(ref, object.body))).toBe(JSON.stringify(JSON.parse(text)));
        }
      }),
    );
  });

  it.each([
    ['more entries than there are', { entries: 3 }],
    ['fewer entries than there are', { entries: 1 }],
    ['another first entry', { first_id: 'ent_other' }],
  ])('is refused when the index says %s', (_what, change: Partial<ChunkRef>) => {
    const [chunk] = chunksOf([[{}, {}]]);
    if (!chunk) throw new Error('There is a chunk.');
    expect(parseChunk(chunk.ref, chunk.object.body)).toHaveLength(2);
    expect(() => parseChunk({ ...chunk.ref, ...change }, chunk.object.body)).toThrow(ShapeError);
  });

  it.each(['head', 'end', 'values', 'whole', 'encoding'])('is refused when the %s of an entry is damaged', (part) => {
    const [chunk] = chunksOf([[{ a: 1 }, { a: 'ü' }]]);
    if (!chunk) throw new Error('There is a chunk.');
    const text = Buffer.from(chunk.object.body).toString();
    const broken = {
      head: text.replace('"version":2', '"version":02'),
      end: text.replace('}},', '}];'),
      values: text.replace('"a":1', '"a":oops'),
      whole: text.slice(0, -1),
      encoding: Buffer.from(text.replace('ü', '\xff'), 'latin1'),
    };
    const body = Buffer.from(broken[part as keyof typeof broken]);
    expect(() => parseChunk(chunk.ref, body)).toThrow(ShapeError);
  });
});
