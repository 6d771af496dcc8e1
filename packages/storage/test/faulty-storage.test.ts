import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskStorage, type ObjectStorage, PreconditionFailedError } from '../src/index.ts';
import { bytes, keys, text } from './helpers.ts';
import { named } from './named.ts';
import { type FaultHook, FaultyStorage } from './support/index.ts';

const TEXT = { contentType: 'text/plain' };

describe('a faulty storage', () => {
  let base: string;
  let inner: ObjectStorage;
  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'stele-faulty-'));
    const signingKey = 'a signing key of at least 32 characters';
    inner = createDiskStorage({ driver: 'disk', directory: base, publicUrl: 'http://content.test', signingKey });
  });
  afterAll(() => rm(base, { recursive: true, force: true }));

  it('calls its hook before and after each write, with a count', async () => {
    const told: unknown[] = [];
    const storage = new FaultyStorage(inner, (...call) => void told.push(call));
    await storage.put('told/a', bytes('1'), TEXT);
    await storage.get('told/a');
    await storage.head('told/a');
    await storage.delete(['told/a', 'told/b']);
    expect(told).toEqual([
      ['put:before', 'told/a', 1],
      ['put:after', 'told/a', 1],
      ['delete:before', 'told/a', 2],
      ['delete:after', 'told/a', 2],
      ['delete:before', 'told/b', 3],
      ['delete:after', 'told/b', 3],
    ]);
    expect(storage.writes).toBe(3);
  });

  it('fails a write before it happens, or after it did', async () => {
    const failAt =
      (point: string): FaultHook =>
      (at) => {
        if (at === point) throw new Error(`failed at ${at}`);
      };
    await expect(new FaultyStorage(inner, failAt('put:before')).put('fail/a', bytes('1'), TEXT)).rejects.toThrow(
      'put:before',
    );
    expect(await inner.head('fail/a')).toBeNull();
    await expect(new FaultyStorage(inner, failAt('put:after')).put('fail/a', bytes('1'), TEXT)).rejects.toThrow(
      'put:after',
    );
    expect(text((await inner.get('fail/a'))?.body)).toBe('1');
    await expect(new FaultyStorage(inner, failAt('delete:before')).delete(['fail/a'])).rejects.toThrow('delete:before');
    expect(await inner.head('fail/a')).not.toBeNull();
    await expect(new FaultyStorage(inner, failAt('delete:after')).delete(['fail/a'])).rejects.toThrow('delete:after');
    expect(await inner.head('fail/a')).toBeNull();
  });

  it('holds a write back until its hook lets it go', async () => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const storage = new FaultyStorage(inner, (point) => (point === 'put:before' ? gate : undefined));
    const put = storage.put('held/a', bytes('1'), TEXT);
    await inner.put('held/b', bytes('1'), TEXT);
    expect(await keys(storage, 'held/')).toEqual(['held/b']);
    release();
    await put;
    expect(await keys(storage, 'held/')).toEqual(['held/a', 'held/b']);
  });

  it('stops amid a delete of several', async () => {
    await Promise.all(['a', 'b', 'c'].map((name) => inner.put(`amid/${name}`, bytes('1'), TEXT)));
    const storage = new FaultyStorage(inner, (point, _, n) => {
      if (point === 'delete:before' && n === 2) throw new Error('stopped');
    });
    await expect(storage.delete(['amid/a', 'amid/b', 'amid/c'])).rejects.toThrow('stopped');
    expect(await keys(storage, 'amid/')).toEqual(['amid/b', 'amid/c']);
  });

  it('calls its hook for each object of a batch, and puts those together that it lets through', async () => {
    const batches: number[] = [];
    const counting = new Proxy(inner, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          if (name === 'putAll') batches.push((given[0] as unknown[]).length);
          return Reflect.apply(value, target, given);
        };
      },
    });
    const told: unknown[] = [];
    const storage = new FaultyStorage(counting, (point, _, n) => {
      told.push([point, n]);
      if (point === 'put:before' && n === 2) throw new Error('stopped');
    });
    const objects = ['a', 'b', 'c'].map((body) => named('batch', bytes(body)));
    await expect(storage.putAll(objects)).rejects.toThrow('stopped');
    expect(batches).toEqual([2]);
    expect(told).toEqual([
      ['put:before', 1],
      ['put:before', 2],
      ['put:before', 3],
      ['put:after', 1],
      ['put:after', 3],
    ]);
    const stored = [objects[0]?.key, objects[2]?.key];
    expect(await keys(inner, 'batch/')).toEqual(stored.sort());
  });

  it('counts copies and files as puts of what they make', async () => {
    const told: unknown[] = [];
    const storage = new FaultyStorage(inner, (...call) => void told.push(call));
    await inner.put('made/a', bytes('1'), TEXT);
    await storage.copy('made/a', 'made/b');
    await storage.putFile('made/c', import.meta.filename, TEXT);
    expect(told).toEqual([
      ['put:before', 'made/b', 1],
      ['put:after', 'made/b', 1],
      ['put:before', 'made/c', 2],
      ['put:after', 'made/c', 2],
    ]);
    expect(await keys(storage, 'made/')).toEqual(['made/a', 'made/b', 'made/c']);
  });

  it('hands on what the storage itself refuses', async () => {
    const told: string[] = [];
    const storage = new FaultyStorage(inner, (point) => void told.push(point));
    const put = storage.put('refused', bytes('1'), { ...TEXT, ifMatch: 'other' });
    await expect(put).rejects.toThrow(PreconditionFailedError);
    expect(told).toEqual(['put:before']);
    await expect(storage.check()).resolves.toBeUndefined();
    expect((await storage.presignPut('a', { ...TEXT, contentLength: 1, expiresInSeconds: 1 })).url).toContain(
      '/uploads/a?',
    );
  });
});
