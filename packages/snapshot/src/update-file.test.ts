import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from './digest.ts';
import { entryText, FILE_TAIL, fileHead, type Json, type RootIndex, type SnapshotEntry } from './format.ts';
import { readChunk, readPage, type SnapshotObject } from './objects.ts';
import { MAX_CHUNK_BYTES, MAX_CHUNK_ENTRIES, MAX_PAGE_CHUNKS } from './rules.ts';
import { type FileChange, type ObjectAccess, updateFile } from './update-file.ts';
import { comparePositions } from './window.ts';

class MemoryObjects implements ObjectAccess {
  readonly objects = new Map<string, SnapshotObject>();
  writtenBytes = 0;
  reads = 0;
  async read(_kind: string, digest: string): Promise<Uint8Array> {
    this.reads++;
    const object = this.objects.get(digest);
    if (!object) throw new Error(`missing ${digest}`);
    return object.body;
  }
  async write(object: SnapshotObject): Promise<void> {
    this.writtenBytes += object.body.byteLength;
    this.objects.set(object.sha256, object);
  }
  async list(root: RootIndex): Promise<{ entries: SnapshotEntry[]; chunks: number[][] }> {
    const entries: SnapshotEntry[] = [];
    const chunks: number[][] = [];
    for (const page of root.pages) {
      const refs = readPage(page.sha256, await this.read('index', page.sha256)).chunks;
      expect(refs.length).toBeLessThanOrEqual(MAX_PAGE_CHUNKS);
      for (const ref of refs) {
        const body = await this.read('chunk', ref.sha256);
        const read = readChunk(ref.sha256, body);
        expect([ref.entries, ref.bytes, ref.first_id]).toEqual([read.length, body.byteLength, read[0]?.id]);
        chunks.push([read.length, body.byteLength]);
        entries.push(...read);
      }
    }
    return { entries, chunks };
  }
}

const entry = (id: string, text: string): SnapshotEntry => ({
  id,
  version: 1,
  schema_version: 0,
  published_at: '2026-01-01T00:00:00.000Z',
  values: { text },
});

const put = (id: string, text: string, key = ''): FileChange => ({ id, key, entry: entry(id, text) });
const idOf = (number: number): string => `ent_${sha256(String(number)).slice(0, 26)}`;

describe('updateFile', () => {
  it('keeps the text of entries beside a changed one, also where keys look like numbers', async () => {
    const numbered: FileChange = {
      id: 'ent_a',
      key: '',
      entry: { ...entry('ent_a', ''), values: { 9: 'x', 10: 'y', b: 1 } },
    };
    const step = new MemoryObjects();
    const first = await updateFile(null, [numbered], step);
    const { index } = await updateFile(first.root, [put('ent_b', 'later')], step);
    const whole = await updateFile(null, [numbered, put('ent_b', 'later')], new MemoryObjects());
    expect(index).toBe(whole.index);
  });

  it('gives the same objects step by step as built anew, for any changes in any order', async () => {
    const step = fc.record({
      number: fc.integer({ min: 0, max: 400 }),
      key: fc.constantFrom('', 'a0', 'a1', 'b5'),
      size: fc.constantFrom(0, 3, 2_000, 90_000, 300_000),
      remove: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 300 }),
        fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { maxLength: 6 }),
        async (initial, rounds) => {
          const objects = new MemoryObjects();
          const live = new Map<string, FileChange>();
          for (let number = 0; number < initial; number++) live.set(idOf(number), put(idOf(number), 'x'));
          let file = await updateFile(null, [...live.values()], objects);
          for (const round of rounds) {
            const changes = new Map<string, FileChange>();
            for (const { number, key, size, remove } of round) {
              const id = idOf(number);
              const old = live.get(id);
              if (old && !changes.has(`${old.key} ${id}`)) changes.set(`${old.key} ${id}`, { ...old, entry: null });
              live.delete(id);
              for (const [place, change] of changes) {
                if (change.id === id && change.entry) changes.set(place, { ...change, entry: null });
              }
              if (remove) continue;
              const now = put(id, 'y'.repeat(size), key);
              live.set(id, now);
              changes.set(`${key} ${id}`, now);
            }
            file = await updateFile(file.root, [...changes.values()], objects);
          }
          const anew = await updateFile(null, [...live.values()], new MemoryObjects());
          expect(file.index).toBe(anew.index);
          const { entries, chunks } = await objects.list(file.root);
          expect(entries).toEqual([...live.values()].sort(comparePositions).map((change) => change.entry));
          for (const [count = 0, bytes = 0] of chunks) {
            expect(count).toBeLessThanOrEqual(MAX_CHUNK_ENTRIES);
            if (count > 1) expect(bytes).toBeLessThanOrEqual(MAX_CHUNK_BYTES);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('touches a handful of small objects of a large file, wherever the change is', async () => {
    const objects = new MemoryObjects();
    const all = Array.from({ length: 20_000 }, (_, number) => put(idOf(number), 'x'.repeat(200)));
    let file = await updateFile(null, all, objects);
    for (const number of [20_001, 20_002, 20_003, 20_004, 20_005]) {
      objects.writtenBytes = 0;
      objects.reads = 0;
      file = await updateFile(file.root, [put(idOf(number), 'new')], objects);
      expect(objects.writtenBytes).toBeLessThan(150_000);
      expect(objects.reads).toBeLessThan(12);
    }
    expect(file.root.entries).toBe(20_005);
  });

  it('writes at most 1 MB when an entry of 100 kB is put into, changed in and taken from a file of such entries', {
    tags: ['full'],
  }, async () => {
    const objects = new MemoryObjects();
    const text = 'x'.repeat(100_000);
    const all = Array.from({ length: 400 }, (_, number) => put(idOf(number), text));
    let file = await updateFile(null, all, objects);
    for (let number = 400; number < 412; number++) {
      for (const change of [
        put(idOf(number), text),
        put(idOf(number - 400), `${text}!`),
        { ...put(idOf(number - 200), ''), entry: null },
      ]) {
        objects.writtenBytes = 0;
        file = await updateFile(file.root, [change], objects);
        expect(objects.writtenBytes).toBeLessThan(1_000_000);
      }
    }
  });

  it('keeps an empty file an empty file', async () => {
    const objects = new MemoryObjects();
    const one = await updateFile(null, [put('ent_1', 'x')], objects);
    const none = await updateFile(one.root, [{ ...put('ent_1', ''), entry: null }], objects);
    expect(none.root).toEqual({ entries: 0, bytes: 0, pages: [] });
    expect(none.index).toBe((await updateFile(null, [], objects)).index);
  });

  it('refuses a chunk whose bytes are not those of its digest', async () => {
    const objects = new MemoryObjects();
    const file = await updateFile(null, [put('ent_1', 'x')], objects);
    for (const object of objects.objects.values()) if (object.kind === 'chunk') object.body[5] = 0x20;
    await expect(updateFile(file.root, [put('ent_2', 'x')], objects)).rejects.toThrow('damaged');
  });

  it('keeps values exact and in canonical form', async () => {
    const objects = new MemoryObjects();
    const values: { [field: string]: Json } = {
      z: '\u20ac\ud83d\ude00\u2028',
      10: 1e21,
      9: -0.5,
      a: [1, { c: null, b: true }],
    };
    const file = await updateFile(null, [{ id: 'ent_1', key: '', entry: { ...entry('ent_1', ''), values } }], objects);
    const chunk = [...objects.objects.values()].find((object) => object.kind === 'chunk');
    const text = new TextDecoder().decode(chunk?.body);
    expect(text).toContain('"values":{"10":1e+21,"9":-0.5,"a":[1,{"b":true,"c":null}],"z":"€😀\u2028"}}]');
    const head = fileHead({ collection: 'posts', locale: 'en', snapshot_id: 'snap_1', schema_version: 0 });
    expect(JSON.parse(head + text.slice(1, -1) + FILE_TAIL).entries[0].values).toEqual(values);
    expect(file.root.entries).toBe(1);
  });

  it('holds few entries at a time, however many of them change', async () => {
    const objects = new MemoryObjects();
    const texts = new Map(Array.from({ length: 6_000 }, (_, number) => [idOf(number), 'x'.repeat(2_000) + number]));
    const inHand = [...texts].map(([id, text]) => put(id, text));
    const later = inHand.map((change): FileChange => ({ ...change, entry: 'later' }));
    let loaded = 0;
    let written = 0;
    let most = 0;
    const load = async (changes: readonly FileChange[]) => {
      const some = changes.slice(0, 50);
      loaded += some.length;
      most = Math.max(most, loaded - written);
      return some.map(({ id }) => ({ id, text: entryText(entry(id, texts.get(id) ?? '')) }));
    };
    const write = async (object: SnapshotObject): Promise<void> => {
      await objects.write(object);
      if (object.kind === 'chunk') written += readChunk(object.sha256, object.body).length;
    };
    const access: ObjectAccess = { read: (kind, digest) => objects.read(kind, digest), write };
    const file = await updateFile(null, later, access, load);
    expect(file).toEqual(await updateFile(null, inHand, new MemoryObjects()));
    expect(loaded).toBe(6_000);
    expect(most).toBeLessThan(1_200);
    // Once more, with all of the old entries to be read too.
    for (const [id, text] of texts) texts.set(id, `${text} again`);
    [loaded, written, most] = [0, 0, 0];
    await updateFile(file.root, later, access, load);
    expect(loaded).toBe(6_000);
    expect(most).toBeLessThan(1_200);
  });
});
