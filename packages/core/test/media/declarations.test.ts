import { StorageUnavailableError } from '@stele/storage';
import { FaultyStorage } from '@stele/storage/testing';
import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { planParts } from '../../src/media/part-plan.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { AssetLibrary, type MediaApp, send, startMediaApp, testFile } from '../support/media-app.ts';
import { TestClock } from '../support/test-app.ts';

const LIMIT = 10_000;

let app: MediaApp;
let library: AssetLibrary;
let storageDown = false;

beforeAll(async () => {
  app = await startMediaApp({
    limits: parseLimits('asset.upload=100000'),
    storageLimit: LIMIT,
    wrapStorage: (storage) =>
      new FaultyStorage(storage, (point) => {
        if (storageDown && point.endsWith(':before')) throw new StorageUnavailableError('down');
      }),
  });
});
beforeEach(async () => {
  library = new AssetLibrary(await app.project());
});
afterAll(() => app.close());

const declare = (files: unknown) => library.api.post(`${library.assets}/uploads`, { files });
const file = { filename: 'a.jpg', mime: 'image/jpeg', bytes: 100 };

describe('declaring files', () => {
  it('makes an asset and an address for each, in order, and puts them on record', async () => {
    const names = ['Über uns.JPG', '  b.png ', '日本語.webp'];
    const answer = await declare(names.map((filename) => ({ ...file, filename })));
    expect(answer.status).toBe(201);
    const ids = answer.body.uploads.map(({ asset_id: id }: LooseBody) => id);
    const assets = await Promise.all(ids.map((id: string) => library.get(id)));
    expect(
      assets.map(({ filename, status, alt_text, usage_count }) => [filename, status, alt_text, usage_count]),
    ).toEqual(['Über uns.JPG', 'b.png', '日本語.webp'].map((name) => [name, 'pending', {}, 0]));
    const owner = await app.person({ projectId: library.project.slice('/projects/'.length), role: 'owner' });
    const audit = (await owner.api.get(`${library.project}/audit?action=asset.upload`)).body.data;
    expect(audit.map(({ target_id }: LooseBody) => target_id).sort()).toEqual([...ids].sort());
  });

  it('is refused with the field that is wrong', async () => {
    const wrong: [unknown, (string | number)[]][] = [
      [[], ['files']],
      [Array(51).fill(file), ['files']],
      [[{ ...file, filename: ' ' }], ['files', 0, 'filename']],
      [
        [file, { ...file, filename: 'a/b.jpg' }],
        ['files', 1, 'filename'],
      ],
      [[{ ...file, filename: 'a\\b.jpg' }], ['files', 0, 'filename']],
      [[{ ...file, filename: 'x'.repeat(256) }], ['files', 0, 'filename']],
      [[{ ...file, mime: 'jpeg' }], ['files', 0, 'mime']],
      [[{ ...file, mime: 'image/jpeg; a=b' }], ['files', 0, 'mime']],
      [[{ ...file, mime: 'text/html' }], ['files', 0, 'mime']],
      [[{ ...file, mime: 'Application/XHTML+xml' }], ['files', 0, 'mime']],
      [[{ ...file, bytes: 0 }], ['files', 0, 'bytes']],
      [[{ ...file, bytes: 1.5 }], ['files', 0, 'bytes']],
      [[{ ...file, bytes: 5_000_000_001 }], ['files', 0, 'bytes']],
      [
        [file, { ...file, folder_id: 'fld_none' }],
        ['files', 1, 'folder_id'],
      ],
      [[{ ...file, color: 'red' }], ['files', 0, 'color']],
    ];
    for (const [files, path] of wrong) {
      const answer = await declare(files);
      expect([answer.status, answer.body.error.details[0].path]).toEqual([400, path]);
    }
    expect(
      await app.database.prisma.asset.count({ where: { id: { gt: '' }, projectId: library.project.slice(10) } }),
    ).toBe(0);
  });

  it('puts files into a folder of the project, and into no other one', async () => {
    const { id } = (await library.api.post(`${library.project}/asset-folders`, { name: 'Press' })).body;
    const { uploads } = (
      await declare([
        { ...file, folder_id: id },
        { ...file, folder_id: null },
      ])
    ).body;
    const folders = await Promise.all(
      uploads.map(async (one: LooseBody) => (await library.get(one.asset_id)).folder_id),
    );
    expect(folders).toEqual([id, null]);
    const other = new AssetLibrary(await app.project());
    const foreign = await other.api.post(`${other.assets}/uploads`, { files: [{ ...file, folder_id: id }] });
    expect(codeOf(foreign)).toEqual([400, 'validation_failed']);
    const empty = await library.api.delete(`${library.project}/asset-folders/${id}`);
    expect(codeOf(empty)).toEqual([409, 'media.folder_not_empty']);
  });

  it('happens once for an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'once' };
    const first = await library.declare([testFile()], key);
    const again = await library.declare([testFile()], key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await library.storage()).toMatchObject({ reserved_bytes: 1000 });
  });

  it('leaves nothing when storage is down for the parts of a large file', async () => {
    const down = await startMediaApp({
      wrapStorage: (storage) => {
        const multipart = Object.create(storage.multipart, {
          begin: { value: () => Promise.reject(new StorageUnavailableError('down')) },
        });
        return Object.create(storage, { multipart: { value: multipart } });
      },
    });
    const other = new AssetLibrary(await down.project());
    const files = [file, { ...file, bytes: 200_000_000 }];
    expect(codeOf(await other.api.post(`${other.assets}/uploads`, { files }))).toEqual([503, 'unavailable']);
    expect(await other.storage()).toMatchObject({ reserved_bytes: 0 });
    await down.close();
  });

  it('takes 300 files an hour', async () => {
    const strict = await startMediaApp({ clock: new TestClock() });
    const other = new AssetLibrary(await strict.project());
    const send = (count: number) => other.api.post(`${other.assets}/uploads`, { files: Array(count).fill(file) });
    for (let n = 0; n < 5; n++) expect((await send(50)).status).toBe(201);
    expect((await send(49)).status).toBe(201);
    const refused = await send(2);
    expect(codeOf(refused)).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect((await send(1)).status).toBe(201);
    await strict.close();
  });
});

describe('the quota', () => {
  it('is never passed, however many declare files at once, in several processes', async () => {
    const second = await startMediaApp({
      database: app.database,
      directory: app.directory,
      limits: parseLimits('asset.upload=100000'),
      storageLimit: LIMIT,
    });
    const token = { token: (await app.project()).tokens.admin };
    const id = (await app.client(token).get('/tokens/me')).body.project.id;
    const [here, there] = [app, second].map((one) => new AssetLibrary({ id, api: one.client(token) }));
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => (n % 2 === 0 ? here : there)?.declare([testFile()])),
    );
    expect(answers.filter((answer) => answer?.status === 201)).toHaveLength(10);
    const refused = answers.find((answer) => answer?.status === 413);
    expect(refused?.body.error).toMatchObject({
      code: 'media.quota_exceeded',
      details: [{ path: ['files'], used_bytes: 0, limit_bytes: LIMIT }],
    });
    expect(await here?.storage()).toEqual({
      used_bytes: 0,
      served_bytes: 0,
      reserved_bytes: LIMIT,
      limit_bytes: LIMIT,
      asset_count: 0,
    });
    await second.close();
  });

  it('holds all files of a request, or none', async () => {
    expect(codeOf(await library.declare([testFile({}, 6000), testFile({}, 6000)]))).toEqual([
      413,
      'media.quota_exceeded',
    ]);
    expect(await library.storage()).toMatchObject({ reserved_bytes: 0 });
    expect((await library.declare([testFile({}, 10_000)])).status).toBe(201);
    expect((await library.declare([testFile({}, 1)])).status).toBe(413);
  });

  it('counts the same bytes once, and gives the rest of the reservation back', async () => {
    const same = testFile({}, 6000);
    await library.upload(same);
    const upload = await library.begin(testFile({}, 4000));
    expect(codeOf(await library.declare([testFile({}, 1)]))).toEqual([413, 'media.quota_exceeded']);
    await send(upload, new Uint8Array(4000));
    await library.complete(upload.asset_id);
    expect(await library.storage()).toMatchObject({ used_bytes: 10_000, reserved_bytes: 0, asset_count: 2 });
  });
});

describe('completing', () => {
  it('is refused for an asset of another project, and for none', async () => {
    const { asset_id: id } = await library.begin(testFile());
    const other = new AssetLibrary(await app.project());
    for (const answer of [
      await other.complete(id),
      await library.complete('ast_none'),
      await other.api.get(`${other.assets}/${id}`),
      await other.api.get(`${other.assets}/${id}/original`),
      await other.api.post(`${other.assets}/${id}/upload-urls`),
    ]) {
      expect(codeOf(answer)).toEqual([404, 'media.asset_not_found']);
    }
  });

  it('works again after storage was down, at any write', async () => {
    const upload = await library.begin(testFile());
    await send(upload, new Uint8Array(1000));
    storageDown = true;
    expect(codeOf(await library.complete(upload.asset_id))).toEqual([503, 'unavailable']);
    storageDown = false;
    expect(await library.storage()).toMatchObject({ used_bytes: 0, reserved_bytes: 1000 });
    expect((await library.complete(upload.asset_id)).status).toBe(202);
    expect(await library.storage()).toMatchObject({ used_bytes: 1000, reserved_bytes: 0, asset_count: 1 });
  });

  it('says what arrived if it is not what was declared', async () => {
    const upload = await library.begin(testFile());
    const { key } = await app.database.prisma.assetUpload.findUniqueOrThrow({ where: { assetId: upload.asset_id } });
    await app.storage.put(key, new Uint8Array(999), { contentType: 'image/jpeg' });
    const short = await library.complete(upload.asset_id);
    expect(codeOf(short)).toEqual([422, 'media.content_mismatch']);
    expect(short.body.error.message).toContain('999');
    await app.storage.put(key, new Uint8Array(1000), { contentType: 'text/html' });
    expect(codeOf(await library.complete(upload.asset_id))).toEqual([422, 'media.content_mismatch']);
    await send(upload, new Uint8Array(1000));
    expect((await library.complete(upload.asset_id)).status).toBe(202);
  });
});

describe('the plan of parts', () => {
  it('covers the file without gaps, in parts of one size, of which there are 64 at most', () => {
    for (const bytes of [1, 100_000_001, 16 * 2 ** 20 * 64, 16 * 2 ** 20 * 64 + 1, 5_000_000_000]) {
      const parts = planParts(bytes);
      expect(parts.length).toBeLessThanOrEqual(64);
      let end = 0;
      for (const [n, { partNumber, offset, bytes: size }] of parts.entries()) {
        expect([partNumber, offset]).toEqual([n + 1, end]);
        if (n < parts.length - 1) expect([size, size % 2 ** 20]).toEqual([parts[0]?.bytes, 0]);
        end += size;
      }
      expect(end).toBe(bytes);
    }
  });
});
