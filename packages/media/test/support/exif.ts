import { CANARY } from './canaries.ts';

const ASCII = 2;
const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;
const UNDEFINED = 7;

export interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: Buffer;
}

export const text = (tag: number, value: string): Entry => {
  const bytes = Buffer.from(`${value}\0`);
  return { tag, type: ASCII, count: bytes.length, value: bytes };
};
export const bytes = (tag: number, value: Buffer): Entry => ({ tag, type: UNDEFINED, count: value.length, value });
export const long = (tag: number, value: number): Entry => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return { tag, type: LONG, count: 1, value: buffer };
};
export const short = (tag: number, value: number): Entry => {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16LE(value);
  return { tag, type: SHORT, count: 1, value: buffer };
};
export const rationals = (tag: number, values: readonly number[]): Entry => {
  const buffer = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) {
    buffer.writeUInt32LE(Math.round(value * 10_000), index * 8);
    buffer.writeUInt32LE(10_000, index * 8 + 4);
  }
  return { tag, type: RATIONAL, count: values.length, value: buffer };
};

/**
 * EXIF as a camera writes it, without the mark before it: camera, orientation, place, maker notes, a comment in UTF-16, and a
 * thumbnail that is a picture with a comment of its own.
 */
export function exifBlock({ orientation = 1, thumbnail }: { orientation?: number; thumbnail: Buffer }): Buffer {
  const header = Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
  const build = (exifAt: number, gpsAt: number, nextAt: number, thumbnailAt: number): Buffer[] => {
    const exif = [
      bytes(0x927c, Buffer.from(`MAKER\0${CANARY}`)),
      bytes(0x9286, Buffer.concat([Buffer.from('UNICODE\0'), Buffer.from(CANARY, 'utf16le')])),
      text(0xa431, CANARY),
    ];
    const gps = [
      text(1, 'N'),
      rationals(2, [48, 51, 29.6]),
      text(3, 'E'),
      rationals(4, [2, 17, 40.2]),
      bytes(0x1b, Buffer.from(CANARY)),
    ];
    const main = [
      text(0x010f, CANARY),
      text(0x0110, CANARY),
      short(0x0112, orientation),
      long(0x8769, exifAt),
      long(0x8825, gpsAt),
    ];
    const second = [short(0x0103, 6), long(0x0201, thumbnailAt), long(0x0202, thumbnail.length)];
    const parts: Buffer[] = [];
    let at = header.length;
    for (const [entries, next] of [
      [main, nextAt],
      [exif, 0],
      [gps, 0],
      [second, 0],
    ] as const) {
      const directory = writeDirectory(entries, at, next);
      parts.push(directory);
      at += directory.length;
    }
    return parts;
  };
  const sizes = build(0, 0, 0, 0).map(({ length }) => length);
  const [main = 0, exif = 0, gps = 0, second = 0] = sizes;
  const exifAt = header.length + main;
  const gpsAt = exifAt + exif;
  const nextAt = gpsAt + gps;
  return Buffer.concat([header, ...build(exifAt, gpsAt, nextAt, nextAt + second), thumbnail]);
}

export function writeDirectory(entries: readonly Entry[], at: number, next: number): Buffer {
  const sorted = [...entries].sort((one, other) => one.tag - other.tag);
  const table = Buffer.alloc(2 + sorted.length * 12 + 4);
  const values: Buffer[] = [];
  let valueAt = at + table.length;
  table.writeUInt16LE(sorted.length);
  for (const [index, { tag, type, count, value }] of sorted.entries()) {
    const start = 2 + index * 12;
    table.writeUInt16LE(tag, start);
    table.writeUInt16LE(type, start + 2);
    table.writeUInt32LE(count, start + 4);
    if (value.length <= 4) value.copy(table, start + 8);
    else {
      table.writeUInt32LE(valueAt, start + 8);
      values.push(value, Buffer.alloc(value.length % 2));
      valueAt += value.length + (value.length % 2);
    }
  }
  table.writeUInt32LE(next, table.length - 4);
  return Buffer.concat([table, ...values]);
}
