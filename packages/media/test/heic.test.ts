import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { noise } from './support/pictures.ts';
import { useProcessor } from './support/processor.ts';
import { renditionsOf } from './support/renditions.ts';

const { ready, process: processFile, logged } = useProcessor();
const read = (name: string): Promise<Buffer> => readFile(path.join(import.meta.dirname, 'fixtures', name));

/** The colours of a picture's quarters, from the top left. */
async function quarters(file: string): Promise<string[]> {
  const { data, info } = await sharp(file).flatten().raw().toBuffer({ resolveWithObject: true });
  return [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ].map(([x = 0, y = 0]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    return [red, green, blue].map((value) => (value > 128 ? 1 : 0)).join('');
  });
}

const [RED, GREEN, BLUE, WHITE] = ['100', '010', '001', '111'];

describe('a HEIC picture', () => {
  test('is turned once, as its container says and not as its EXIF data says too, and keeps nothing of that', async () => {
    // Red, green, blue and white, to be turned by 90° clockwise; Orientation says the same once more.
    const media = await ready(await read('turned.heic'), 'image/heic');
    expect(media).toMatchObject({ kind: 'image', mime: 'image/heic', width: 80, height: 120, frames: 1 });
    expect(media.full).toMatchObject({ mime: 'image/jpeg', format: 'jpeg', width: 80, height: 120 });
    for (const { path: file, ratio } of renditionsOf(media)) {
      const { exif, orientation, icc } = await sharp(file).metadata();
      expect({ file, exif, orientation, icc }).toEqual({ file });
      if (ratio === null) expect([file, await quarters(file)]).toEqual([file, [BLUE, RED, WHITE, GREEN]]);
      expect((await readFile(file)).includes('Canary')).toBe(false);
    }
    expect(new Set(media.variants.map(({ format }) => format))).toEqual(new Set(['webp', 'avif']));
  });

  test('comes out in sRGB, whatever its profile', async () => {
    // The same red, stored with the numbers that it has in Display P3.
    const media = await ready(await read('p3.heic'), 'image/heic');
    const { data } = await sharp(media.full.path).raw().toBuffer({ resolveWithObject: true });
    for (const [index, value] of [230, 20, 20].entries()) expect(Math.abs((data[index] ?? 0) - value)).toBeLessThan(6);
  });

  test('may be transparent', async () => {
    const media = await ready(await read('alpha.heic'), 'image/heic');
    expect(media.full.format).toBe('png');
    const { data } = await sharp(media.full.path).raw().toBuffer({ resolveWithObject: true });
    expect(data[3]).toBe(128);
  });

  test('can be cropped, and gives the same bytes each time', async () => {
    const request = { crop: { x: 0, y: 0, width: 0.5, height: 0.5 } };
    const [one, two] = [await read('turned.heic'), await read('turned.heic')];
    const media = await ready(one, 'image/heif', request);
    expect(media).toMatchObject({ width: 40, height: 60 });
    expect(await quarters(media.full.path)).toEqual([BLUE, BLUE, BLUE, BLUE]);
    const again = await ready(two, 'image/heic', request);
    expect(renditionsOf(again).map(({ sha256 }) => sha256)).toEqual(renditionsOf(media).map(({ sha256 }) => sha256));
  });

  test.each(['heix', 'mif1'])('is known by the brand %s', async (brand) => {
    const content = await read('turned.heic');
    content.write(brand, 8);
    expect(await ready(content, 'application/octet-stream')).toMatchObject({ mime: 'image/heic', width: 80 });
  });

  test('that is cut short or damaged fails as other pictures do', { tags: ['full'] }, async () => {
    const content = await read('turned.heic');
    for (const part of [0.02, 0.3, 0.6, 0.8])
      expect(await processFile(content.subarray(0, content.length * part), 'image/heic')).toMatchObject({
        code: 'not_decodable',
      });
    // Every 25th byte of all boxes after the first.
    for (let at = 32; at < 900; at += 25) {
      const damaged = Buffer.from(content);
      damaged[at] = 255 - (damaged[at] ?? 0);
      const media = await processFile(damaged, 'image/heic');
      if (media.status === 'failed')
        expect(['not_decodable', 'heic_unsupported', 'too_many_pixels', 'too_much_memory']).toContain(media.code);
    }
    expect(logged).toEqual([]);
  });

  test('that says to be too large fails before it is decoded', async () => {
    const content = await read('turned.heic');
    const size = content.indexOf('ispe') + 8;
    content.writeUInt32BE(20_000, size);
    content.writeUInt32BE(20_000, size + 4);
    expect(await processFile(content, 'image/heic')).toMatchObject({ code: 'too_many_pixels' });
  });

  test('in a coding other than HEVC has a code of its own', async () => {
    const content = await noise(20, 20).avif().toBuffer();
    content.write('mif1', 8);
    expect(await processFile(content, 'image/heic')).toMatchObject({
      code: 'heic_unsupported',
      message: expect.stringContaining('JPEG'),
    });
  });
});
