import { stat } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  BLUE,
  colourAt,
  difference,
  GREEN,
  moving,
  noise,
  quarters,
  RED,
  type Rgb,
  stripes,
  YELLOW,
} from './support/pictures.ts';
import { useProcessor } from './support/processor.ts';
import { hashesOf, hashFile, named, namesOf, renditionsOf } from './support/renditions.ts';

const { ready, process: processFile } = useProcessor();

describe('a photo', () => {
  test('gets variants of the set widths in two formats, of fixed ratios in two widths, and a full size', async () => {
    const media = await ready(await noise(2600, 2300).jpeg().toBuffer(), 'image/jpeg');
    expect(media).toMatchObject({ kind: 'image', mime: 'image/jpeg', width: 2600, height: 2300, frames: 1 });
    expect(media).toMatchObject({ duration: null, pages: null });
    expect(media.full).toMatchObject({ mime: 'image/jpeg', format: 'jpeg', width: 2600, height: 2300, ratio: null });
    const whole = [320, 640, 960, 1280, 1920, 2560].flatMap((width) => [`${width}.webp`, `${width}.avif`]);
    const cut = ['1x1', '4x3', '3x2', '16x9', '9x16'].flatMap((ratio) => [`${ratio}-640.webp`, `${ratio}-1280.webp`]);
    expect(namesOf(media)).toEqual([...whole, ...cut]);
    expect(named(media, '960.avif')).toMatchObject({ mime: 'image/avif', format: 'avif', width: 960, height: 849 });
    expect(named(media, '16x9-1280.webp')).toMatchObject({
      mime: 'image/webp',
      width: 1280,
      height: 720,
      ratio: '16:9',
    });
  });

  test('that has less than the set widths has variants of its own width instead', async () => {
    const media = await ready(await noise(1000, 700).jpeg().toBuffer(), 'image/jpeg');
    const own = namesOf(media).filter((name) => /\b(1000|700|933|394)\./.test(name));
    expect(own).toEqual([
      '1000.webp',
      '1000.avif',
      '1x1-700.webp',
      '4x3-933.webp',
      '3x2-1000.webp',
      '16x9-1000.webp',
      '9x16-394.webp',
    ]);
  });

  test('is described as its files are', async () => {
    const media = await ready(await noise(700, 500).png().toBuffer(), 'image/png');
    for (const { path, format, width, height, bytes, sha256 } of renditionsOf(media)) {
      const header = await sharp(path).metadata();
      expect(header).toMatchObject({ width, height, format: format === 'avif' ? 'heif' : format });
      expect((await stat(path)).size).toBe(bytes);
      expect(await hashFile(path)).toBe(sha256);
    }
  });

  test('has none that is larger than itself, and one of its own size', async () => {
    const media = await ready(await noise(1000, 400).jpeg().toBuffer(), 'image/jpeg');
    const widths = media.variants.filter(({ ratio }) => ratio === null).map(({ width }) => width);
    expect([...new Set(widths)]).toEqual([320, 640, 960, 1000]);
    for (const { width, height } of media.variants) {
      expect(width).toBeLessThanOrEqual(1000);
      expect(height).toBeLessThanOrEqual(400);
    }
  });

  test.each([
    [40, 30],
    [1, 1],
    [3, 900],
    [900, 2],
  ])('of %i × %i has variants of every kind', async (width, height) => {
    const media = await ready(await noise(width, height).png().toBuffer(), 'image/png');
    expect(media.variants.filter(({ ratio }) => ratio === null).length).toBeGreaterThanOrEqual(2);
    expect(new Set(media.variants.map(({ ratio }) => ratio))).toEqual(
      new Set([null, '1:1', '4:3', '3:2', '16:9', '9:16']),
    );
    expect(media.placeholder).toMatch(/^[\w+/]{6,}=*$/);
    expect(media.dominantColor).toMatch(/^#[0-9a-f]{6}$/);
  });

  test('that is taller than WebP can hold gets narrower variants', { tags: ['full'] }, async () => {
    const media = await ready(await stripes(500, 30_000, [RED, BLUE]).png().toBuffer(), 'image/png');
    expect(media.full).toMatchObject({ width: 500, height: 30_000 });
    expect(named(media, '273.webp').height).toBeLessThanOrEqual(16_383);
  });

  test('gives the same bytes each time', { tags: ['full'] }, async () => {
    const photo = await noise(900, 700).jpeg().toBuffer();
    const request = { crop: { x: 0.1, y: 0.2, width: 0.7, height: 0.7 }, focalPoint: { x: 0.3, y: 0.3 } };
    const [one, other] = [await ready(photo, 'image/jpeg', request), await ready(photo, 'image/jpeg', request)];
    expect(hashesOf(other)).toEqual(hashesOf(one));
    expect(other.placeholder).toBe(one.placeholder);
  });
});

describe('orientation', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('%i is applied to all that is made', async (orientation) => {
    const upright = quarters(96, 64);
    const original = await (await disorient(upright, orientation)).withMetadata({ orientation }).jpeg().toBuffer();
    const media = await ready(original, 'image/jpeg');
    expect(media).toMatchObject({ width: 96, height: 64 });
    for (const name of ['full.jpg', '96.webp', '96.avif', '1x1-64.webp']) {
      const { path } = named(media, name);
      expect((await sharp(path).metadata()).orientation).toBeUndefined();
      const corners = [await colourAt(path, 0.1, 0.1), await colourAt(path, 0.9, 0.1), await colourAt(path, 0.1, 0.9)];
      for (const [index, colour] of [RED, GREEN, BLUE].entries())
        expect(difference(corners[index] ?? YELLOW, colour)).toBeLessThan(40);
    }
  });
});

/** Stores a picture as a camera does that was held so. */
async function disorient(upright: Sharp, orientation: number): Promise<Sharp> {
  const png = sharp(await upright.png().toBuffer());
  const turned: Record<number, () => Sharp> = {
    1: () => png,
    2: () => png.flop(),
    3: () => png.rotate(180),
    4: () => png.flip(),
    5: () => png.rotate(90).flip(),
    6: () => png.rotate(270),
    7: () => png.rotate(90).flop(),
    8: () => png.rotate(90),
  };
  return sharp(await (turned[orientation]?.() ?? png).png().toBuffer());
}

describe('colours', () => {
  test('of a wide gamut look as they did, in all that is made', async () => {
    const shown: Rgb = [180, 110, 90];
    const stored: Rgb = [170, 113, 94];
    const [r, g, b] = shown;
    const flat = sharp({ create: { width: 64, height: 64, channels: 3, background: { r, g, b } } });
    const original = await flat.withIccProfile('p3').png().toBuffer();
    // The same colour has other numbers in this profile: without it, it would look otherwise.
    expect(await sharp(original).keepIccProfile().raw().toBuffer()).toEqual(
      Buffer.alloc(64 * 64 * 3, Buffer.from(stored)),
    );
    const media = await ready(original, 'image/png');
    for (const { path } of renditionsOf(media)) {
      expect((await sharp(path).metadata()).icc).toBeUndefined();
      expect(difference(await colourAt(path, 0.5, 0.5), shown)).toBeLessThan(4);
    }
    expect(media.dominantColor).toBe('#b86858');
  });

  test('of print and of 16 bits, and greys, become those of screens', async () => {
    const flat = sharp({ create: { width: 64, height: 64, channels: 3, background: { r: 180, g: 110, b: 90 } } });
    const originals = {
      cmyk: [await flat.clone().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer(), 'image/jpeg', [180, 110, 90]],
      deep: [await flat.clone().toColourspace('rgb16').png().toBuffer(), 'image/png', [180, 110, 90]],
      grey: [await flat.clone().greyscale().png().toBuffer(), 'image/png', [127, 127, 127]],
    } as const;
    for (const [name, [original, mime, colour]] of Object.entries(originals)) {
      const media = await ready(original, mime);
      for (const { path } of renditionsOf(media))
        expect([name, difference(await colourAt(path, 0.5, 0.5), colour) < 12]).toEqual([name, true]);
    }
  });

  test('are kept exactly by a picture with a palette, and with it its size', async () => {
    const original = await stripes(120, 80, [RED, GREEN, BLUE, YELLOW]).png({ palette: true }).toBuffer();
    const media = await ready(original, 'image/png');
    expect(await sharp(media.full.path).raw().toBuffer()).toEqual(await sharp(original).raw().toBuffer());
    expect(media.full.bytes).toBeLessThan(original.length * 1.2);
  });

  test('stay transparent where they were', async () => {
    const clear = { r: 10, g: 200, b: 10, alpha: 0 };
    const original = await sharp({ create: { width: 700, height: 500, channels: 4, background: clear } })
      .png()
      .toBuffer();
    const media = await ready(original, 'image/png');
    for (const { path } of renditionsOf(media)) {
      const alpha = await sharp(path).extractChannel('alpha').raw().toBuffer();
      expect(alpha.every((value) => value === 0)).toBe(true);
    }
    expect(media.dominantColor).toBe('#f8f8f8');
  });
});

describe('formats', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('%s stays so, full-size', async (format) => {
    const media = await ready(await noise(60, 40).toFormat(format).toBuffer(), `image/${format}`);
    expect(media.full).toMatchObject({ format, mime: `image/${format}`, width: 60, height: 40, animated: false });
  });

  test('TIFF, which browsers do not show, becomes JPEG, or PNG where it is transparent', async () => {
    const opaque = await ready(await noise(60, 40).tiff().toBuffer(), 'image/tiff');
    expect(opaque).toMatchObject({ mime: 'image/tiff', full: { format: 'jpeg' } });
    const clear = await ready(
      await noise(60, 40).ensureAlpha(0.5).tiff({ compression: 'lzw' }).toBuffer(),
      'image/tiff',
    );
    expect(clear).toMatchObject({ mime: 'image/tiff', full: { format: 'png' } });
  });

  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'a %s cut short fails',
    { tags: ['full'] },
    async (format) => {
      const whole = await noise(400, 300).toFormat(format).toBuffer();
      const media = await processFile(whole.subarray(0, Math.round(whole.length * 0.7)), `image/${format}`);
      expect(media).toMatchObject({ status: 'failed', code: 'not_decodable' });
      expect(media).toHaveProperty('message', expect.stringContaining('picture is damaged'));
    },
  );
});

describe('a moving picture', () => {
  test.each(['gif', 'webp'] as const)(
    'as %s moves in WebP, and stands still beside it',
    { tags: ['full'] },
    async (format) => {
      const original = await moving(700, 400, [RED, GREEN, BLUE])
        .toFormat(format, { delay: [100, 200, 300], loop: 2 })
        .toBuffer();
      const media = await ready(original, `image/${format}`);
      expect(media).toMatchObject({ width: 700, height: 400, frames: 3, duration: 0.6 });
      expect(media.full).toMatchObject({ format, animated: true, height: 400 });
      expect(namesOf(media)).toEqual([
        ...[320, 640, 700].flatMap((width) => [`${width}-still.webp`, `${width}-still.avif`]),
        ...['1x1-400', '4x3-533', '3x2-600', '16x9-640', '16x9-700', '9x16-225'].map((name) => `${name}-still.webp`),
        ...[320, 640, 700].map((width) => `${width}.webp`),
      ]);
      for (const rendition of [media.full, named(media, '640.webp')]) {
        const header = await sharp(rendition.path, { animated: true }).metadata();
        expect(header).toMatchObject({
          pages: 3,
          delay: [100, 200, 300],
          loop: 2,
          width: rendition.width,
          pageHeight: rendition.height,
        });
        for (const [page, colour] of [RED, GREEN, BLUE].entries()) {
          const frame = await sharp(rendition.path, { page }).png().toBuffer();
          expect(difference(await colourAt(frame, 0.5, 0.5), colour)).toBeLessThan(12);
        }
      }
      expect(named(media, '640-still.avif')).toMatchObject({ animated: false, height: 366 });
      expect(difference(await colourAt(named(media, '640-still.avif').path, 0.5, 0.5), RED)).toBeLessThan(12);
    },
  );

  test('is cut in every frame', async () => {
    const original = await moving(200, 100, [RED, GREEN]).gif().toBuffer();
    const media = await ready(original, 'image/gif', { crop: { x: 0.5, y: 0.5, width: 0.5, height: 0.5 } });
    expect(media).toMatchObject({
      width: 100,
      height: 50,
      frames: 2,
      full: { width: 100, height: 50, animated: true },
    });
    const last = await sharp(named(media, '100.webp').path, { page: 1 }).png().toBuffer();
    expect(difference(await colourAt(last, 0.5, 0.5), GREEN)).toBeLessThan(12);
  });
});
