import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { hasPhotos, PHOTOS } from './support/photos.ts';
import { useProcessor } from './support/processor.ts';
import { renditionsOf } from './support/renditions.ts';

const { ready, process: processFile } = useProcessor();
const read = (name: string): Promise<Buffer> => readFile(path.join(PHOTOS, name));

describe.runIf(hasPhotos())('photos of real cameras', () => {
  test.each([
    'gps-DSCN0010.jpg',
    'Canon_40D_photoshop_import.jpg',
    'Nikon_D70.jpg',
    'xmp-BlueSquare.jpg',
    'hdr-canon_hdr_YES.jpg',
    'hdr-iphone_hdr_YES.jpg',
    'tiff-Arbitro.tiff',
  ])('nothing made of %s tells where or with what it was taken', async (name) => {
    const original = await read(name);
    const before = await sharp(original).metadata();
    expect(before.exif ?? before.xmp ?? before.tifftagPhotoshop ?? before.resolutionUnit).toBeDefined();
    const media = await ready(original, name.endsWith('.tiff') ? 'image/tiff' : 'image/jpeg');
    for (const { path: file } of renditionsOf(media)) {
      const { exif, xmp, iptc, orientation, icc } = await sharp(file).metadata();
      expect({ file, exif, xmp, iptc, orientation, icc }).toEqual({ file });
      const bytes = await readFile(file);
      for (const word of ['Exif\0', 'xpacket', 'Photoshop', 'NIKON', 'COOLPIX', 'Canon', 'Apple', 'iPhone'])
        expect([word, bytes.includes(word)]).toEqual([word, false]);
    }
  });

  test.each([
    ['landscape', [3, 6, 8], 1],
    ['portrait', [5, 7], 6],
  ])('%s photos held in every way look alike', { tags: ['full'] }, async (kind, orientations, like) => {
    const upright = await small(`orientation-${kind}_${like}.jpg`);
    for (const orientation of orientations) {
      const other = await small(`orientation-${kind}_${orientation}.jpg`);
      const differences = upright.map((value, index) => Math.abs(value - (other[index] ?? 0)));
      expect(differences.reduce((total, value) => total + value, 0) / upright.length).toBeLessThan(6);
    }
  });

  test('a HEIC picture of a phone, made of tiles, is upright and as large as it says', { tags: ['full'] }, async () => {
    const media = await ready(await read('heic-IMG_5195.HEIC'), 'image/heic');
    expect(media).toMatchObject({ width: 2566, height: 3313, full: { format: 'jpeg', width: 2566, height: 3313 } });
    for (const { path: file } of renditionsOf(media)) {
      const { exif, xmp, orientation, icc } = await sharp(file).metadata();
      expect({ file, exif, xmp, orientation, icc }).toEqual({ file });
    }
  });

  test('a damaged one fails', async () => {
    expect(await processFile(await read('corrupted.jpg'), 'image/jpeg')).toMatchObject({ code: 'not_decodable' });
  });
});

/** A processed photo, so small that only its shapes count. */
async function small(name: string): Promise<number[]> {
  const media = await ready(await read(name), 'image/jpeg');
  return [...(await sharp(media.full.path).resize(40, 40, { fit: 'fill' }).removeAlpha().raw().toBuffer())];
}
