import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { BLUE, colourAt, difference, GREEN, quarters, RED, type Rgb, stripes, YELLOW } from './support/pictures.ts';
import { useProcessor } from './support/processor.ts';
import { hashesOf, hashFile, named, renditionsOf } from './support/renditions.ts';

const { ready, processor, folder } = useProcessor();

async function expectColour(file: string, at: readonly [number, number], colour: Rgb): Promise<void> {
  const found = await colourAt(file, ...at);
  expect({ file, found, near: difference(found, colour) < 40 }).toMatchObject({ near: true });
}

const photo = () => quarters(800, 600).jpeg({ quality: 95 }).toBuffer();

test('a crop is taken from the upright original before anything is made smaller', async () => {
  // Held on its side: the stored picture is 600 × 800.
  const stored = await sharp(await quarters(800, 600).png().toBuffer())
    .rotate(270)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const media = await ready(stored, 'image/jpeg', { crop: { x: 0.5, y: 0, width: 0.5, height: 0.5 } });
  expect(media).toMatchObject({ width: 400, height: 300, full: { width: 400, height: 300 } });
  for (const { path } of renditionsOf(media))
    for (const at of [
      [0.05, 0.05],
      [0.95, 0.05],
      [0.05, 0.95],
      [0.95, 0.95],
    ] as const)
      await expectColour(path, at, GREEN);
});

test('a crop reaches every edge', async () => {
  for (const [x, y, colour] of [
    [0, 0, RED],
    [0.5, 0, GREEN],
    [0, 0.5, BLUE],
    [0.5, 0.5, YELLOW],
  ] as const) {
    const media = await ready(await photo(), 'image/jpeg', { crop: { x, y, width: 0.5, height: 0.5 } });
    await expectColour(named(media, '320.webp').path, [0.5, 0.5], colour);
  }
});

test('the smallest crop keeps a pixel', async () => {
  const media = await ready(await photo(), 'image/jpeg', { crop: { x: 1 - 1e-9, y: 0, width: 1e-9, height: 1e-9 } });
  expect(media).toMatchObject({ width: 1, height: 1 });
});

test('fixed ratios have the focal point in their middle, as far as the edges allow', async () => {
  const five = await stripes(1000, 200, [RED, GREEN, BLUE, YELLOW, RED]).jpeg({ quality: 95 }).toBuffer();
  for (const [x, colour] of [
    [0.3, GREEN],
    [0.5, BLUE],
    [0.7, YELLOW],
    [1, RED],
  ] as const) {
    const media = await ready(five, 'image/jpeg', { focalPoint: { x, y: 0.5 } });
    const square = named(media, '1x1-200.webp');
    expect(square).toMatchObject({ width: 200, height: 200, ratio: '1:1' });
    for (const at of [0.1, 0.5, 0.9]) await expectColour(square.path, [at, 0.5], colour);
  }
});

test('a focal point is one of the upright original, with a crop too', async () => {
  const five = await stripes(1000, 200, [RED, GREEN, BLUE, YELLOW, RED]).jpeg({ quality: 95 }).toBuffer();
  const crop = { x: 0.4, y: 0, width: 0.6, height: 1 };
  for (const [x, colour] of [
    [0.7, YELLOW],
    [0.1, BLUE],
  ] as const) {
    const media = await ready(five, 'image/jpeg', { crop, focalPoint: { x, y: 0.5 } });
    await expectColour(named(media, '1x1-200.webp').path, [0.5, 0.5], colour);
  }
});

test('a focal point leaves alone what shows the whole picture', async () => {
  const [left, right] = [
    hashesOf(await ready(await photo(), 'image/jpeg', { focalPoint: { x: 0, y: 0 } })),
    hashesOf(await ready(await photo(), 'image/jpeg', { focalPoint: { x: 1, y: 1 } })),
  ];
  const changed = Object.keys(left).filter((name) => left[name] !== right[name]);
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.every((name) => /^\d+x\d+-/.test(name))).toBe(true);
});

test('the original stays as it was', async () => {
  const file = path.join(folder(), 'photo.jpg');
  await writeFile(file, await photo());
  const before = await hashFile(file);
  const outputDirectory = await mkdtemp(path.join(folder(), 'output-'));
  const crop = { x: 0.1, y: 0.1, width: 0.5, height: 0.5 };
  const media = await processor.process({
    file,
    declared: { filename: 'photo.jpg', mime: 'image/jpeg' },
    crop,
    outputDirectory,
  });
  expect(media).toMatchObject({ status: 'ready', width: 400 });
  expect(await hashFile(file)).toBe(before);
});

test.each([
  { crop: { x: 0.5, y: 0, width: 0.6, height: 1 } },
  { crop: { x: 0, y: 0, width: 0, height: 1 } },
  { crop: { x: Number.NaN, y: 0, width: 1, height: 1 } },
  { focalPoint: { x: 1.1, y: 0 } },
])('%j is refused', async (request) => {
  await expect(ready(await photo(), 'image/jpeg', request)).rejects.toThrow(RangeError);
});

test('a reset of crop and focal point gives what there was before', async () => {
  const original = await photo();
  const before = await ready(original, 'image/jpeg');
  const cut = await ready(original, 'image/jpeg', {
    crop: { x: 0.1, y: 0.1, width: 0.5, height: 0.5 },
    focalPoint: { x: 0.2, y: 0.9 },
  });
  const after = await ready(original, 'image/jpeg', { crop: null, focalPoint: null });
  expect(hashesOf(cut)).not.toEqual(hashesOf(before));
  expect(hashesOf(after)).toEqual(hashesOf(before));
});
