import sharp, { type Sharp } from 'sharp';

export type Rgb = readonly [red: number, green: number, blue: number];

export const RED: Rgb = [200, 30, 30];
export const GREEN: Rgb = [30, 180, 30];
export const BLUE: Rgb = [30, 30, 200];
export const YELLOW: Rgb = [220, 220, 30];

/** A picture of upright stripes of equal width, left to right. */
export function stripes(width: number, height: number, colours: readonly Rgb[]): Sharp {
  return draw(width, height, (x) => colours[Math.floor((x * colours.length) / width)] ?? RED);
}

/** A picture of four quarters: red and green above, blue and yellow below. */
export function quarters(width: number, height: number): Sharp {
  return draw(width, height, (x, y) =>
    y < height / 2 ? (x < width / 2 ? RED : GREEN) : x < width / 2 ? BLUE : YELLOW,
  );
}

/** A picture with details everywhere, the same each time. */
export function noise(width: number, height: number): Sharp {
  let state = 1;
  return draw(width, height, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return [state >>> 24, (state >>> 16) & 255, (state >>> 8) & 255];
  });
}

function draw(width: number, height: number, colour: (x: number, y: number) => Rgb): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels.set(colour(x, y), (y * width + x) * 3);
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A moving picture. @param frames one colour for each */
export function moving(width: number, height: number, frames: readonly Rgb[]): Sharp {
  const pixels = Buffer.concat(frames.map((colour) => Buffer.alloc(width * height * 3, Buffer.from(colour))));
  return sharp(pixels, { raw: { width, height: height * frames.length, channels: 3, pageHeight: height } });
}

/** The colour of a pixel; x and y are parts of width and height. */
export async function colourAt(file: string | Buffer, x: number, y: number): Promise<Rgb> {
  const { data, info } = await sharp(file)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const start = (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * info.channels;
  return [data[start] ?? 0, data[start + 1] ?? 0, data[start + 2] ?? 0];
}

/** How far two colours differ: the largest difference of a channel. */
export function difference(one: Rgb, other: Rgb): number {
  return Math.max(...one.map((value, channel) => Math.abs(value - (other[channel] ?? 0))));
}
