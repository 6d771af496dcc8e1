import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';

export const PHOTOS = 100;
const WIDTH = 4000;
const HEIGHT = 3000;
/** Each layer of detail: its cells across the width, and how far its values differ from the mean. */
const LAYERS = [
  { across: 8, strength: 0.625 },
  { across: 80, strength: 0.25 },
  { across: 500, strength: 0.125 },
  { across: 2000, strength: 0.125 },
] as const;
const SHAPES = 120;
/** A changed generator needs a new name, since files are kept. */
const FOLDER = path.join(tmpdir(), 'stele-bench-photos-1');

/**
 * Photos of 12 megapixels with the detail of real ones: soft areas, textures, hard edges, and the noise of a sensor. They are
 * the same each time, and kept between runs, since making them takes minutes.
 *
 * @returns the files' paths
 */
export async function makePhotos(say: (text: string) => void): Promise<string[]> {
  await mkdir(FOLDER, { recursive: true });
  const files = Array.from({ length: PHOTOS }, (_none, index) => path.join(FOLDER, `${index}.jpg`));
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length > 0) say(`making ${missing.length} photos in ${FOLDER}`);
  for (const file of missing) {
    const unfinished = `${file}.part`;
    await (await paint(files.indexOf(file) + 1)).jpeg({ quality: 92 }).toFile(unfinished);
    await rename(unfinished, file);
  }
  return files;
}

async function paint(seed: number): Promise<Sharp> {
  const random = numbersFrom(seed);
  const layers = await Promise.all(LAYERS.map(({ across }) => layer(across, random)));
  const shapes = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#808080' } })
    .composite([{ input: Buffer.from(drawShapes(random)) }])
    .removeAlpha()
    .raw()
    .toBuffer();
  const sums = new Int16Array(shapes.length);
  for (let index = 0; index < sums.length; index++)
    sums[index] = 64 + ((shapes[index] ?? 0) >> 1) + (random() >>> 28) - 8;
  for (const [number, { strength }] of LAYERS.entries()) add(sums, layers[number] ?? Buffer.alloc(0), strength);
  const pixels = Buffer.from(Uint8ClampedArray.from(sums).buffer);
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
}

/** Adds a layer's differences from its mean, in eighths: integers are added several times faster. */
function add(sums: Int16Array, layer: Buffer, strength: number): void {
  const eighths = Math.round(strength * 8);
  for (let index = 0; index < layer.length; index++) {
    sums[index] = (sums[index] ?? 0) + ((((layer[index] ?? 0) - 128) * eighths) >> 3);
  }
}

/** Random colours, this many across, blended into each other. */
function layer(across: number, random: () => number): Promise<Buffer> {
  const down = Math.round((across * HEIGHT) / WIDTH);
  const small = Buffer.alloc(across * down * 3);
  for (let index = 0; index < small.length; index++) small[index] = random() >>> 24;
  return sharp(small, { raw: { width: across, height: down, channels: 3 } })
    .resize(WIDTH, HEIGHT, { kernel: 'cubic' })
    .raw()
    .toBuffer();
}

function drawShapes(random: () => number): string {
  const upTo = (limit: number): number => random() % limit;
  const shapes = Array.from({ length: SHAPES }, () => {
    const colour = `rgb(${upTo(256)},${upTo(256)},${upTo(256)})`;
    const place = `${upTo(WIDTH)} ${upTo(HEIGHT)}`;
    return `<ellipse rx="${20 + upTo(300)}" ry="${10 + upTo(200)}" fill="${colour}" transform="translate(${place}) rotate(${upTo(180)})"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${shapes.join('')}</svg>`;
}

/** Pseudo-random numbers of 32 bits, from a seed. */
function numbersFrom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b9) >>> 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
}
