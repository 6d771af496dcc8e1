import { open } from 'node:fs/promises';
import type { Size } from './regions.ts';

/** Pixels row by row, eight bits per channel, with their colour profile. */
export interface ColouredPixels extends Size {
  readonly data: Uint8Array;
  /** Bytes from one row to the next. */
  readonly stride: number;
  readonly channels: 3 | 4;
  /** An ICC profile; null for sRGB. */
  readonly profile: Buffer | null;
}

const ROWS_PER_STRIP = 64;
const HEADER_BYTES = 8;
const [SHORT, LONG, BYTES] = [3, 4, 7];
type Entry = [tag: number, type: number, count: number, value: number];

/** Writes pixels as a TIFF without compression. @throws the system's error when it can't be written */
export async function writeTiff(
  path: string,
  { data, stride, width, height, channels, profile }: ColouredPixels,
): Promise<void> {
  const file = await open(path, 'w');
  try {
    let at = HEADER_BYTES;
    const append = async (bytes: Uint8Array): Promise<number> => {
      const start = at;
      await file.write(bytes, 0, bytes.length, start);
      at += bytes.length + (bytes.length % 2);
      return start;
    };
    const strips: { readonly at: number; readonly bytes: number }[] = [];
    for (let row = 0; row < height; row += ROWS_PER_STRIP) {
      const rows = Array.from({ length: Math.min(ROWS_PER_STRIP, height - row) }, (_, index) =>
        data.subarray((row + index) * stride, (row + index) * stride + width * channels),
      );
      const strip = Buffer.concat(rows);
      strips.push({ at: await append(strip), bytes: strip.length });
    }
    const place = async (values: readonly number[]): Promise<number> =>
      values.length === 1 ? (values[0] ?? 0) : append(Buffer.from(Uint32Array.from(values).buffer));
    const bits = Buffer.from(Uint16Array.from({ length: channels }, () => 8).buffer);
    const entries: Entry[] = [
      [256, LONG, 1, width],
      [257, LONG, 1, height],
      [258, SHORT, channels, await append(bits)],
      [259, SHORT, 1, 1],
      [262, SHORT, 1, 2],
      [273, LONG, strips.length, await place(strips.map((strip) => strip.at))],
      [277, SHORT, 1, channels],
      [278, LONG, 1, ROWS_PER_STRIP],
      [279, LONG, strips.length, await place(strips.map((strip) => strip.bytes))],
    ];
    if (channels === 4) entries.push([338, SHORT, 1, 2]);
    if (profile) entries.push([34675, BYTES, profile.length, await append(profile)]);
    const directory = Buffer.alloc(2 + entries.length * 12 + 4);
    directory.writeUInt16LE(entries.length);
    for (const [index, [tag, type, count, value]] of entries.entries()) {
      const entry = directory.subarray(2 + index * 12);
      entry.writeUInt16LE(tag);
      entry.writeUInt16LE(type, 2);
      entry.writeUInt32LE(count, 4);
      entry.writeUInt32LE(value, 8);
    }
    const header = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0]);
    header.writeUInt32LE(await append(directory), 4);
    await file.write(header, 0, header.length, 0);
  } finally {
    await file.close();
  }
}
