import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createDiskStorage, SequencedFiles } from '../src/index.ts';
import { FaultyStorage } from './support/index.ts';

const base = await mkdtemp(join(tmpdir(), 'stele-sequenced-'));
afterAll(() => rm(base, { recursive: true, force: true }));
const signingKey = 'a signing key of at least 32 characters';
const disk = createDiskStorage({ driver: 'disk', directory: base, publicUrl: 'http://content.test', signingKey });
const read = async (key: string): Promise<unknown> =>
  JSON.parse(Buffer.from((await disk.get(key))?.body ?? []).toString());

it('keeps the highest sequence, whichever of several processes writes last', async () => {
  const writers = Array.from({ length: 4 }, () => new SequencedFiles(disk, {}));
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      writers.map((files, index) => files.write('one', { sequence: round * 4 + ((index + round) % 4) })),
    );
    expect(await read('one')).toEqual({ sequence: round * 4 + 3 });
  }
});

it('takes one put when no one else wrote, reads what others wrote, and replaces what cannot be read', async () => {
  const storage = new FaultyStorage(disk, () => undefined);
  const files = new SequencedFiles(storage, { cacheControl: 'no-store' });
  for (const sequence of [1, 2, 3]) await files.write('two', { sequence });
  expect(storage.writes).toBe(3);
  await disk.put('two', Buffer.from('{"seq'), { contentType: 'application/json' });
  await files.write('two', { sequence: 3 });
  expect(await read('two')).toEqual({ sequence: 3 });
  await disk.delete(['two']);
  await files.write('two', { sequence: 4 });
  expect(await read('two')).toEqual({ sequence: 4 });
});

it('writes an older file than it remembers where storage has lost the newer one', async () => {
  const files = new SequencedFiles(disk, {});
  await files.write('three', { sequence: 80 });
  await disk.delete(['three']);
  await files.write('three', { sequence: 50 });
  expect(await read('three')).toEqual({ sequence: 50 });
  await files.write('three', { sequence: 49 });
  expect(await read('three')).toEqual({ sequence: 50 });
});

it.each([
  ['wrote it itself', true],
  ['never saw it', false],
])('replaces a damaged file, whether it %s or not', async (_, isOwn) => {
  const [first, second] = [new SequencedFiles(disk, {}), new SequencedFiles(disk, {})];
  await first.write('four', { sequence: 7 });
  await truncate(join(base, 'data', 'four@'), 100);
  const files = isOwn ? first : second;
  await files.write('four', { sequence: 7 });
  expect(await read('four')).toEqual({ sequence: 7 });
  await files.write('four', { sequence: 8 });
  expect(await read('four')).toEqual({ sequence: 8 });
  await disk.delete(['four']);
});
