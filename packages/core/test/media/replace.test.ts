import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { type Gate, gate } from '@stele/testing/gate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { VERSION_RETENTION_MS } from '../../src/media/asset.ts';
import type { MediaProcessor } from '../../src/media/processor.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { AssetLibrary, type MediaApp, send, startMediaApp, type TestFile, testFile } from '../support/media-app.ts';
import { textProcessor } from './test-processors.ts';

const LIMIT = 20_000;

let app: MediaApp;
let library: AssetLibrary;

let held: Gate | null = null;

/** Makes pictures of text; the name of a file says what it's like. */
function namedProcessor(): MediaProcessor {
  const pictures = textProcessor();
  return {
    async process(input) {
      const { filename } = input.declared;
      await held?.begin();
      if (filename.startsWith('broken')) {
        return { status: 'failed', code: 'not_decodable', message: 'The picture is damaged.' };
      }
      const made = await pictures.process(input);
      if (made.status === 'failed') return made;
      const cut = input.crop ?? { width: 1, height: 1 };
      const [width, height] = filename.startsWith('tall') ? [600, 1200] : [1200, 600];
      const size = { width: Math.round(width * cut.width), height: Math.round(height * cut.height) };
      return { ...made, ...size, kind: filename.endsWith('.pdf') ? 'pdf' : 'image' };
    },
  };
}

beforeAll(async () => {
  app = await startMediaApp({
    limits: parseLimits('asset.upload=100000,asset.change=100000'),
    storageLimit: LIMIT,
    mediaProcessor: namedProcessor(),
  });
});
beforeEach(async () => {
  library = new AssetLibrary(await app.project());
});
afterAll(() => app.close());

const picture = async (file: TestFile = testFile({ filename: 'wide.jpg' })): Promise<LooseBody> =>
  library.settled((await library.upload(file)).id);
const declare = (id: string, body: object) => library.api.post(`${library.assets}/${id}/replace`, body);
const versionsOf = async (id: string, query = ''): Promise<LooseBody> =>
  (await library.api.get(`${library.assets}/${id}/versions${query}`)).body;
const restore = (id: string, version: string) =>
  library.api.post(`${library.assets}/${id}/versions/${version}/restore`);

describe('replacing a file', () => {
  it('keeps id, texts and folder, and shows the new file once it is processed', async () => {
    const before = await picture();
    const said = { caption: { en: 'At sea' }, credit: 'Ada', rights: 'CC0', tags: ['ships'] };
    const texts = { alt_text: { en: 'A ship' }, decorative: false, ...said };
    await library.api.patch(`${library.assets}/${before.id}`, texts);
    const file = testFile({ filename: 'wide 2.png', mime: 'image/png' }, 1500);
    const declared = await declare(before.id, { filename: file.filename, mime: file.mime, bytes: 1500 });
    expect([declared.status, declared.body.asset_id]).toEqual([201, before.id]);
    expect(await library.get(before.id)).toMatchObject({
      status: 'ready',
      url: before.url,
      processing: false,
      replacement: { filename: 'wide 2.png', mime: 'image/png', bytes: 1500, status: 'pending', error: null },
    });
    expect(codeOf(await library.complete(before.id))).toEqual([409, 'media.not_uploaded']);
    expect((await send(declared.body, file.body)).status).toBe(200);
    const completed = await library.complete(before.id);
    expect([completed.status, completed.body.url]).toEqual([202, before.url]);
    const after = await library.settled(before.id);
    expect(after).toMatchObject({ ...texts, id: before.id, filename: 'wide 2.png', mime: 'image/png', bytes: 1500 });
    expect([after.replacement, after.status, (await library.complete(before.id)).status]).toEqual([null, 'ready', 200]);
    expect([after.url === before.url, after.sha256 === before.sha256]).toEqual([false, false]);
    expect((await fetch(before.url)).status).toBe(200);
    for (const query of ['search=wide+2', 'search=sea', 'tag=ships']) {
      expect((await library.api.get(`${library.assets}?${query}`)).body.data).toHaveLength(1);
    }
  });

  it('leaves the asset as it is when nothing can be made of the new file, and says why', async () => {
    const before = await picture();
    await library.replace(before.id, testFile({ filename: 'broken.jpg' }));
    const after = await library.settled(before.id);
    const error = { code: 'not_decodable', message: 'The picture is damaged.' };
    expect(after).toMatchObject({ status: 'ready', error: null, url: before.url, sha256: before.sha256 });
    expect(after.replacement).toMatchObject({ filename: 'broken.jpg', status: 'failed', error });
    expect((await versionsOf(before.id)).data).toEqual([]);
    await library.replace(before.id, testFile({ filename: 'wide 2.jpg' }));
    expect(await library.settled(before.id)).toMatchObject({ filename: 'wide 2.jpg', replacement: null });
  });

  it('takes no file of another kind', async () => {
    const { id } = await picture();
    const pdf = { filename: 'a.pdf', mime: 'application/pdf', bytes: 10 };
    const answer = await declare(id, pdf);
    expect([codeOf(answer), answer.body.error.details[0].path]).toEqual([[400, 'validation_failed'], ['mime']]);
    await library.replace(id, testFile({ filename: 'really-a.pdf', mime: 'image/jpeg' }));
    expect((await library.settled(id)).replacement).toMatchObject({ status: 'failed', error: { code: 'other_kind' } });
  });

  it('keeps focal point and crop for a picture of the same shape only', async () => {
    const cut = { focal_point: { x: 0.2, y: 0.3 }, crop: { x: 0, y: 0, width: 0.5, height: 0.75 } };
    const { id } = await picture();
    await library.api.patch(`${library.assets}/${id}`, { focal_point: cut.focal_point });
    await library.api.post(`${library.assets}/${id}/crop`, cut.crop);
    await library.settled(id);
    await library.replace(id, testFile({ filename: 'wide 2.jpg' }));
    expect(await library.settled(id)).toMatchObject({ ...cut, width: 600, height: 450 });
    await library.replace(id, testFile({ filename: 'tall.jpg' }));
    expect(await library.settled(id)).toMatchObject({ focal_point: null, crop: null, width: 600, height: 1200 });
  });

  it('gives an earlier replacement up that has not been completed', async () => {
    const { id } = await picture();
    const first = (await declare(id, { filename: 'one.jpg', mime: 'image/jpeg', bytes: 1000 })).body;
    const reserved = await library.storage();
    const file = testFile({ filename: 'two.jpg' });
    const second = (await declare(id, { filename: 'two.jpg', mime: 'image/jpeg', bytes: 1000 })).body;
    expect(await library.storage()).toEqual(reserved);
    await send(first, new Uint8Array(1000));
    expect(codeOf(await library.complete(id))).toEqual([409, 'media.not_uploaded']);
    await send(second, file.body);
    await library.complete(id);
    expect((await library.settled(id)).filename).toBe('two.jpg');
  });

  it('counts both files as used, and the asset once', async () => {
    const { id } = await picture(testFile({ filename: 'wide.jpg' }, 1000));
    await library.replace(id, testFile({ filename: 'wide.jpg' }, 3000));
    await library.settled(id);
    expect(await library.storage()).toMatchObject({ used_bytes: 4000, reserved_bytes: 0, asset_count: 1 });
  });

  it('is refused for what has no file yet, is in the trash or not there, and when there is no room', async () => {
    const file = { filename: 'a.jpg', mime: 'image/jpeg', bytes: 100 };
    const pending = (await library.begin(testFile())).asset_id;
    expect(codeOf(await declare(pending, file))).toEqual([409, 'media.not_uploaded']);
    const { id } = await picture();
    const large = await declare(id, { ...file, bytes: LIMIT });
    expect([codeOf(large), large.body.error.details[0].path]).toEqual([[413, 'media.quota_exceeded'], ['bytes']]);
    expect((await library.get(id)).replacement).toBeNull();
    await library.api.delete(`${library.assets}/${id}`);
    expect(codeOf(await declare(id, file))).toEqual([409, 'media.asset_trashed']);
    expect(codeOf(await declare('ast_none', file))).toEqual([404, 'media.asset_not_found']);
    expect(codeOf(await declare(id, { ...file, bytes: 0 }))).toEqual([400, 'validation_failed']);
  });
});

describe('earlier files of an asset', () => {
  it('are listed with who replaced them and until when they are kept, the last one first', async () => {
    const first = await picture();
    for (const filename of ['wide 2.jpg', 'wide 3.jpg', 'wide 4.jpg']) {
      await library.replace(first.id, testFile({ filename }));
      await library.settled(first.id);
    }
    const page = await versionsOf(first.id, '?limit=2');
    expect(page.data.map(({ filename }: LooseBody) => filename)).toEqual(['wide 3.jpg', 'wide 2.jpg']);
    const rest = await versionsOf(first.id, `?limit=2&cursor=${page.next_cursor}`);
    expect([rest.data.length, rest.next_cursor]).toEqual([1, null]);
    const { filename, url, sha256, replaced_at, expires_at, replaced_by } = rest.data[0];
    expect({ filename, url, sha256 }).toEqual({ filename: 'wide.jpg', url: first.url, sha256: first.sha256 });
    expect(Date.parse(expires_at) - Date.parse(replaced_at)).toBe(VERSION_RETENTION_MS);
    expect(replaced_by.type).toBe('token');
    expect((await fetch(url)).status).toBe(200);
    expect(codeOf(await library.api.get(`${library.assets}/ast_none/versions`))).toEqual([
      404,
      'media.asset_not_found',
    ]);
  });

  it('can be put back at once, with the crop that they had, and what they replace becomes an earlier one', async () => {
    const { id } = await picture();
    const crop = { x: 0, y: 0, width: 0.5, height: 0.5 };
    await library.api.post(`${library.assets}/${id}/crop`, crop);
    const before = await library.settled(id);
    await library.replace(id, testFile({ filename: 'tall.jpg' }));
    const tall = await library.settled(id);
    const [version] = (await versionsOf(id)).data;
    const { status, body } = await restore(id, version.id);
    expect(status).toBe(200);
    const { updated_at: _, ...same } = before;
    expect(body).toMatchObject(same);
    const [other, ...more] = (await versionsOf(id)).data;
    expect([other.url, more]).toEqual([tall.url, []]);
    expect(await library.settled(id)).toEqual(body);
  });

  it('can be put back while a file is on its way, which is given up then', async () => {
    const { id } = await picture();
    await library.replace(id, testFile({ filename: 'wide 2.jpg' }));
    await library.settled(id);
    const [version] = (await versionsOf(id)).data;
    const before = await library.storage();
    await declare(id, { filename: 'wide 3.jpg', mime: 'image/jpeg', bytes: 500 });
    expect((await restore(id, version.id)).body).toMatchObject({ filename: 'wide.jpg', replacement: null });
    expect(await library.storage()).toEqual(before);
    const [other] = (await versionsOf(id)).data;
    held = gate();
    await library.replace(id, testFile({ filename: 'wide 4.jpg' }));
    await held.begun;
    expect((await restore(id, other.id)).status).toBe(200);
    held.goOn();
    held = null;
    const after = await library.settled(id);
    expect([after.filename, after.replacement, after.processing]).toEqual(['wide 2.jpg', null, false]);
  });

  it('cannot be put back when they are of another asset, or the asset is in the trash', async () => {
    const [one, two] = [await picture(), await picture()];
    await library.replace(one.id, testFile({ filename: 'wide 2.jpg' }));
    await library.settled(one.id);
    const [version] = (await versionsOf(one.id)).data;
    expect(codeOf(await restore(two.id, version.id))).toEqual([404, 'media.version_not_found']);
    expect(codeOf(await restore('ast_none', version.id))).toEqual([404, 'media.asset_not_found']);
    await library.api.delete(`${library.assets}/${one.id}`);
    expect(codeOf(await restore(one.id, version.id))).toEqual([409, 'media.asset_trashed']);
  });
});
