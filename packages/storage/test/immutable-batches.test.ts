import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createDiskStorage, ImmutableBatches, type ImmutableObject } from '../src/index.ts';
import { keys } from './helpers.ts';
import { named } from './named.ts';
import { FaultyStorage } from './support/index.ts';

const base = await mkdtemp(join(tmpdir(), 'stele-batches-'));
afterAll(() => rm(base, { recursive: true, force: true }));
const signingKey = 'a signing key of at least 32 characters';
const disk = createDiskStorage({ driver: 'disk', directory: base, publicUrl: 'http://content.test', signingKey });

it('stores nothing of few bytes before the end, then each once, and tells which', async () => {
  const stored: ImmutableObject[] = [];
  const batches = new ImmutableBatches(disk, (object) => void stored.push(object));
  const objects = ['a', 'b', 'a'].map((text) => named('few', Buffer.from(text)));
  for (const object of objects) await batches.add(object);
  expect(await keys(disk, 'few/')).toEqual([]);
  const names = [...new Set(objects.map(({ key }) => key))];
  expect(await batches.finish()).toEqual(names);
  expect(await keys(disk, 'few/')).toEqual([...names].sort());
  expect(stored.map(({ key }) => key)).toEqual(names);
});

it('begins at once with many bytes, and has who adds more wait', async () => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const storage = new FaultyStorage(disk, (point) => (point === 'put:before' ? gate : undefined));
  const batches = new ImmutableBatches(storage, () => undefined);
  const add = (n: number) => batches.add(named('many', Buffer.alloc(5 * 1024 * 1024, `${n}`)));
  for (const n of [1, 2, 3]) await add(n);
  await expect.poll(() => storage.writes).toBe(3);
  let isAdded = false;
  const fourth = add(4).then(() => {
    isAdded = true;
  });
  await new Promise(setImmediate);
  expect(isAdded).toBe(false);
  release();
  await fourth;
  expect(await batches.finish()).toHaveLength(4);
});

it('ends with the first error, once all puts have ended', async () => {
  const storage = new FaultyStorage(disk, (point, key) => {
    if (point === 'put:before' && key.startsWith('bad/')) throw new Error('The disk is full.');
  });
  const batches = new ImmutableBatches(storage, () => undefined);
  await batches.add(named('bad', Buffer.alloc(5 * 1024 * 1024, 'x')));
  await batches.add(named('good', Buffer.from('y'))).catch(() => undefined);
  await expect(batches.finish()).rejects.toThrow('The disk is full.');
  await expect(batches.add(named('good', Buffer.from('z')))).rejects.toThrow('The disk is full.');
});

it('abandoned, begins no put of what waits, and ends once those that run have ended', async () => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const storage = new FaultyStorage(disk, (point) => (point === 'put:before' ? gate : undefined));
  const batches = new ImmutableBatches(storage, () => undefined);
  const add = (n: number, bytes = 5 * 1024 * 1024) => batches.add(named('left', Buffer.alloc(bytes, `${n}`)));
  // Four run, and one waits for its turn; the last are too few for one.
  for (const n of [1, 2, 3]) await add(n);
  const waiting = [4, 5, 6].map((n) => add(n, n === 6 ? 10 : undefined).catch(() => undefined));
  await expect.poll(() => storage.writes).toBe(4);
  const abandoned = batches.abandon();
  let isOver = false;
  void abandoned.then(() => {
    isOver = true;
  });
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  release();
  await Promise.all([abandoned, ...waiting]);
  expect(storage.writes).toBe(4);
  expect(await keys(disk, 'left/')).toHaveLength(4);
  await expect(add(7)).rejects.toThrow('abandoned');
});
