import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import { AssetLibrary, type MediaApp, send, startMediaApp, testFile } from '../support/media-app.ts';
import { textProcessor } from './test-processors.ts';

let app: MediaApp;
let library: AssetLibrary;

beforeAll(async () => {
  app = await startMediaApp({
    limits: parseLimits('asset.upload=100000,asset.change=100000'),
    mediaProcessor: textProcessor(),
  });
  library = new AssetLibrary(await app.project());
});
afterAll(() => app.close());

const crop = (id: string, body: unknown) => library.api.post(`${library.assets}/${id}/crop`, body);
const reset = (id: string) => library.api.delete(`${library.assets}/${id}/crop`);
const picture = async (): Promise<LooseBody> => library.settled((await library.upload(testFile())).id);
const urlsOf = ({ url, variants }: LooseBody): string[] => [url, ...variants.map((one: LooseBody) => one.url)];
const shown = async ({ url }: LooseBody): Promise<unknown> => (await fetch(url)).json();

describe('a crop', () => {
  it('has all that is served made of that part, with new addresses, and leaves the original as it is', async () => {
    const before = await picture();
    const part = { x: 0.25, y: 0, width: 0.5, height: 1 };
    const cropped = await crop(before.id, part);
    expect([cropped.status, cropped.body.crop, cropped.body.processing, cropped.body.url]).toEqual([
      200,
      part,
      true,
      before.url,
    ]);
    const after = await library.settled(before.id);
    expect(await shown(after)).toMatchObject({ what: 'full', crop: part });
    expect(urlsOf(after).some((url) => urlsOf(before).includes(url))).toBe(false);
    expect([after.sha256, (await fetch(before.url)).status]).toEqual([before.sha256, 200]);
  });

  it('that is reset gives the same addresses as before', async () => {
    const before = await picture();
    await crop(before.id, { x: 0, y: 0, width: 0.5, height: 0.5 });
    expect(urlsOf(await library.settled(before.id))).not.toEqual(urlsOf(before));
    const answer = await reset(before.id);
    expect([answer.status, answer.body.crop]).toEqual([200, null]);
    expect(urlsOf(await library.settled(before.id))).toEqual(urlsOf(before));
    await crop(before.id, { x: 0, y: 0, width: 1, height: 1 });
    expect((await library.get(before.id)).crop).toBeNull();
  });

  it('goes on to count the focal point from the whole picture', async () => {
    const { id } = await picture();
    await library.api.patch(`${library.assets}/${id}`, { focal_point: { x: 0.9, y: 0.1 } });
    const { body } = await crop(id, { x: 0.5, y: 0, width: 0.5, height: 0.5 });
    expect(body.focal_point).toEqual({ x: 0.9, y: 0.1 });
    expect(await shown(await library.settled(id))).toMatchObject({ focalPoint: { x: 0.9, y: 0.1 }, crop: { x: 0.5 } });
  });

  it('takes fractions that add up to a hair more than the whole', async () => {
    const { id } = await picture();
    const { status, body } = await crop(id, { x: 0.7, y: 0.1, width: 0.1 + 0.2, height: 0.9 });
    expect([status, body.crop.x + body.crop.width]).toEqual([200, 1]);
    expect((await library.settled(id)).error).toBeNull();
  });

  it('is refused with the field that is wrong, and changes nothing', async () => {
    const before = await picture();
    const whole = { x: 0, y: 0, width: 1, height: 1 };
    const wrong: [object, string][] = [
      [{ ...whole, x: 0.5 }, 'width'],
      [{ ...whole, y: 0.5 }, 'height'],
      [{ ...whole, x: -0.1 }, 'x'],
      [{ ...whole, width: 0 }, 'width'],
      [{ ...whole, height: '1' }, 'height'],
      [{ x: 0, y: 0, width: 1 }, 'height'],
      [{ ...whole, angle: 90 }, 'angle'],
    ];
    for (const [body, field] of wrong) {
      const answer = await crop(before.id, body);
      expect([codeOf(answer), answer.body.error.details[0].path]).toEqual([[400, 'validation_failed'], [field]]);
    }
    expect(await library.get(before.id)).toEqual(before);
  });

  it('is refused for what is no picture, has not arrived, is in the trash, or is not there', async () => {
    const part = { x: 0, y: 0, width: 0.5, height: 0.5 };
    const pending = (await library.begin(testFile())).asset_id;
    expect(codeOf(await crop(pending, part))).toEqual([409, 'media.not_uploaded']);
    const { id } = await picture();
    await app.database.prisma.asset.update({ where: { id }, data: { kind: 'pdf' } });
    expect(codeOf(await crop(id, part))).toEqual([409, 'media.not_croppable']);
    await library.api.delete(`${library.assets}/${id}`);
    expect(codeOf(await crop(id, part))).toEqual([409, 'media.asset_trashed']);
    expect(codeOf(await reset(id))).toEqual([409, 'media.asset_trashed']);
    expect(codeOf(await crop('ast_none', part))).toEqual([404, 'media.asset_not_found']);
    expect(codeOf(await reset('ast_none'))).toEqual([404, 'media.asset_not_found']);
  });
});

describe('a copy', () => {
  const copy = (id: string, body: object = {}) => library.api.post(`${library.assets}/${id}/copy`, body);

  it('has the same file and texts, a crop and a focal point of its own, and is counted without the file', async () => {
    const { id } = await picture();
    await library.api.patch(`${library.assets}/${id}`, { alt_text: { en: 'A weir' }, focal_point: { x: 0.1, y: 0.2 } });
    await crop(id, { x: 0, y: 0, width: 1, height: 0.5 });
    const original = await library.settled(id);
    const use = async () => (await library.api.get(`${library.project}/storage`)).body;
    const before = await use();
    const part = { x: 0.25, y: 0, width: 0.5, height: 1 };
    const answer = await copy(id, { crop: part, focal_point: { x: 0.5, y: 0.5 } });
    expect([answer.status, answer.body]).toMatchObject([
      201,
      { filename: original.filename, alt_text: { en: 'A weir' }, crop: part, focal_point: { x: 0.5, y: 0.5 } },
    ]);
    const made = await library.settled(answer.body.id);
    expect([made.sha256, made.status, made.created_by]).toEqual([original.sha256, 'ready', original.created_by]);
    expect(await shown(made)).toMatchObject({ crop: part });
    expect(urlsOf(made).some((url) => urlsOf(original).includes(url))).toBe(false);
    expect(await library.get(id)).toEqual(original);
    const after = await use();
    expect([after.used_bytes, after.asset_count]).toEqual([before.used_bytes, before.asset_count + 1]);
    expect((await library.settled((await copy(id)).body.id)).crop).toEqual(original.crop);
    expect(await library.settled((await copy(id, { crop: null, focal_point: null })).body.id)).toMatchObject({
      crop: null,
      focal_point: null,
    });
  });

  it('is refused with what is wrong, as a crop is', async () => {
    const { id } = await picture();
    const wide = await copy(id, { crop: { x: 0.5, y: 0, width: 1, height: 1 } });
    expect([codeOf(wide), wide.body.error.details[0].path]).toEqual([
      [400, 'validation_failed'],
      ['crop', 'width'],
    ]);
    const pending = (await library.begin(testFile())).asset_id;
    expect(codeOf(await copy(pending))).toEqual([409, 'media.not_uploaded']);
    await app.database.prisma.asset.update({ where: { id }, data: { kind: 'pdf' } });
    const part = { x: 0, y: 0, width: 0.5, height: 0.5 };
    expect(codeOf(await copy(id, { crop: part }))).toEqual([409, 'media.not_croppable']);
    expect(codeOf(await copy(id))).toEqual([409, 'media.not_croppable']);
    await library.api.delete(`${library.assets}/${id}`);
    expect(codeOf(await copy(id))).toEqual([409, 'media.asset_trashed']);
    expect(codeOf(await copy('ast_none'))).toEqual([404, 'media.asset_not_found']);
  });

  it('needs as much room as the file, and is refused without it', async () => {
    const { id } = await picture();
    const { id: projectId } = await app.database.prisma.asset.findUniqueOrThrow({ where: { id } }).project();
    await app.database.prisma.project.update({ where: { id: projectId }, data: { quotas: { bytes: 1 } } });
    expect(codeOf(await copy(id))).toEqual([413, 'media.quota_exceeded']);
    await app.database.prisma.project.update({ where: { id: projectId }, data: { quotas: {} } });
    expect((await copy(id)).status).toBe(201);
  });
});

describe('a picture that is being uploaded', () => {
  it('shows the crop that it was given before it was ready', async () => {
    const file = testFile();
    const upload = await library.begin(file);
    await send(upload, file.body);
    await library.complete(upload.asset_id);
    await crop(upload.asset_id, { x: 0, y: 0, width: 0.5, height: 0.5 });
    expect(await shown(await library.settled(upload.asset_id))).toMatchObject({ crop: { width: 0.5 } });
  });
});
