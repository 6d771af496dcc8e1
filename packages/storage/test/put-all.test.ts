import fs from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DiskStorage, ImmutableObject } from '../src/index.ts';
import { named } from './named.ts';

/** A step of the storage on the disk: `begun` and `done` are numbers in the order of all that happened. */
interface Step {
  readonly name: 'openSync' | 'writeSync' | 'fsync' | 'renameSync';
  /** The file; of a rename, where it went. */
  readonly path: string;
  readonly from?: string;
  readonly begun: number;
  done: number;
}

let base: string;
let createDiskStorage: typeof import('../src/index.ts').createDiskStorage;
/** Called before each step on the disk, which fails when it throws. */
let before: (step: Step) => void = () => undefined;
let moment = 0;
const opened = new Map<number, string>();
let mostOpen = 0;

/** Has real steps on the disk observed. Before the storage is loaded, since it takes some of them then. */
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'stele-put-all-'));
  const { openSync, writeSync, fsync, renameSync, closeSync } = fs;
  const real = { openSync, writeSync, fsync, renameSync, closeSync };
  const begin = (name: Step['name'], path: string, from?: string): Step => {
    const step = { name, path, ...(from !== undefined && { from }), begun: moment++, done: Number.POSITIVE_INFINITY };
    before(step);
    return step;
  };
  const ended = <Result>(step: Step, result: Result): Result => {
    step.done = moment++;
    return result;
  };
  Object.assign(fs, {
    openSync: (path: string, ...rest: [string, number?]) => {
      const step = begin('openSync', path);
      const file = real.openSync(path, ...rest);
      opened.set(file, path);
      mostOpen = Math.max(mostOpen, opened.size);
      return ended(step, file);
    },
    writeSync: (file: number, ...rest: [Uint8Array, number]) => {
      const step = begin('writeSync', opened.get(file) ?? '');
      return ended(step, real.writeSync(file, ...rest));
    },
    fsync: (file: number, callback: (error: Error | null) => void) => {
      try {
        const step = begin('fsync', opened.get(file) ?? '');
        real.fsync(file, (error) => callback(ended(step, error)));
      } catch (error) {
        callback(error as Error);
      }
    },
    closeSync: (file: number) => {
      opened.delete(file);
      real.closeSync(file);
    },
    renameSync: (from: string, to: string) => ended(begin('renameSync', to, from), real.renameSync(from, to)),
  });
  syncBuiltinESMExports();
  // Other files of this run may have loaded it with the steps as they were.
  vi.resetModules();
  ({ createDiskStorage } = await import('../src/index.ts'));
  return async () => {
    Object.assign(fs, real);
    syncBuiltinESMExports();
  };
});
afterAll(() => rm(base, { recursive: true, force: true }));

function open(name: string): DiskStorage {
  const signingKey = 'a signing key of at least 32 characters';
  return createDiskStorage({
    driver: 'disk',
    directory: join(base, name),
    publicUrl: 'http://content.test',
    signingKey,
  });
}

/** As a publish puts them: chunks, indexes, and a manifest in a folder of its own. */
function snapshot(id: number): ImmutableObject[] {
  const of = (folder: string) => named(`prj/${folder}`, Buffer.from(`${folder} of ${id}`));
  const manifest = { ...of('manifest'), key: `prj/snapshots/${id}/manifest.json` };
  return [of('chunks'), of('indexes'), manifest];
}

it('has each file on the disk before its name, and each name before it ends', async () => {
  const storage = open('order');
  for (const [number, id] of [1, 2].entries()) {
    const steps: Step[] = [];
    before = (step) => void steps.push(step);
    onTestFinished(() => {
      before = () => undefined;
    });
    await storage.putAll(snapshot(id));
    const end = moment;
    const root = join(base, 'order', 'data');
    for (const { key } of snapshot(id)) {
      const path = join(root, `${key}@`);
      const named = steps.find((step) => step.name === 'renameSync' && step.path === path && step.done < end);
      const written = steps.filter((step) => step.name === 'writeSync' && step.path === named?.from);
      const synced = steps.find((step) => step.name === 'fsync' && step.path === named?.from);
      expect(written.length).toBeGreaterThan(0);
      for (const write of written) expect(write.done).toBeLessThan(synced?.begun ?? 0);
      expect(synced?.done).toBeLessThan(named?.begun ?? 0);
      // Of the second snapshot, only the manifest's folder is new.
      const isNew = number === 0 || key.endsWith('manifest.json');
      const stop = number === 0 ? dirname(root) : join(root, 'prj');
      for (let at = dirname(path); at !== (isNew ? stop : dirname(dirname(path))); at = dirname(at)) {
        const after = steps.filter(
          (step) => step.name === 'fsync' && step.path === at && step.begun > (named?.done ?? end),
        );
        expect(
          after.some(({ done }) => done < end),
          `${at} after ${key}`,
        ).toBe(true);
      }
    }
    const folders = steps.filter(({ name, path }) => name === 'fsync' && path.startsWith(root));
    if (number === 1) expect(folders).toHaveLength(4);
  }
});

/** More objects than are open at once. */
const large = Array.from({ length: 34 }, (_, n) => named(`prj/${n % 2}`, Buffer.from(`${n}`)));
const STEPS_OF_LARGE = 34 * 5;

describe.each([
  ['a snapshot', snapshot(1), 15],
  ['more objects than are open at once', large, STEPS_OF_LARGE],
])('a batch of %s', (_, objects, steps) => {
  const name = `${objects.length}`;

  it('leaves whole objects only, and nothing beside them, whichever step fails', async () => {
    for (let failing = 0; ; failing++) {
      const storage = open(`fault-${name}-${failing}`);
      await storage.check();
      let left = failing;
      before = () => {
        if (left-- === 0) throw Object.assign(new Error('The disk broke.'), { syscall: 'test' });
      };
      const ended = await storage.putAll(objects).then(
        () => 'stored',
        () => 'failed',
      );
      before = () => undefined;
      await assertWhole(open(`fault-${name}-${failing}`), objects, ended);
      expect(await readdir(join(base, `fault-${name}-${failing}`, 'tmp'))).toEqual([]);
      if (ended === 'stored') return expect(failing).toBeGreaterThan(steps);
    }
  });

  it('leaves whole objects only, wherever the process dies', async () => {
    for (let last = 0; ; last++) {
      const storage = open(`death-${name}-${last}`);
      await storage.check();
      let left = last;
      before = () => {
        if (left-- <= 0) throw Object.assign(new Error('The process is dead.'), { syscall: 'test' });
      };
      const ended = await storage.putAll(objects).then(
        () => 'stored',
        () => 'died',
      );
      before = () => undefined;
      await assertWhole(open(`death-${name}-${last}`), objects, ended);
      if (ended === 'stored') return;
    }
  });
});

it('has at most 64 objects and 16 folders open, however many batches are put', async () => {
  const storage = open('many');
  const batches = Array.from({ length: 24 }, (_, id) =>
    Array.from({ length: 40 }, (_, n) => named(`prj_${id}/${n % 4}`, Buffer.from(`${id} ${n}`))),
  );
  mostOpen = 0;
  const puts = Array.from({ length: 100 }, (_, n) =>
    storage.put(`single/${n}`, Buffer.from('x'), { contentType: 'text/plain' }),
  );
  await Promise.all([...batches.map((batch) => storage.putAll(batch)), ...puts]);
  expect(mostOpen).toBeGreaterThan(32);
  expect(mostOpen).toBeLessThanOrEqual(64 + 16);
  for (const { key } of batches.flat()) expect(await storage.head(key)).not.toBeNull();
});

async function assertWhole(storage: DiskStorage, objects: readonly ImmutableObject[], ended: string): Promise<void> {
  const bodies = new Map(objects.map(({ key, body }) => [key, Buffer.from(body).toString()]));
  let count = 0;
  for await (const { key } of storage.list('')) {
    const found = await storage.get(key);
    expect(Buffer.from(found?.body ?? []).toString()).toBe(bodies.get(key));
    count++;
  }
  if (ended === 'stored') expect(count).toBe(objects.length);
}
