import { crc32, deflateSync } from 'node:zlib';
import { emptyPdf, pdfStream, writePdf } from './pdf.ts';

/** A PNG of one colour, interlaced, which has to be decoded as a whole: as many bytes as four times its pixels. */
export function flatPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits, red, green, blue and alpha, interlaced.
  header.set([8, 6, 0, 0, 1], 8);
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const;
  let bytes = 0;
  for (const [x, y, across, down] of passes) {
    const columns = Math.ceil((width - x) / across);
    bytes += Math.ceil((height - y) / down) * (columns * 4 + 1);
  }
  const pixels = deflateSync(Buffer.alloc(bytes), { level: 9 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A GIF of frames that take a few bytes each; of those that claim more than one pixel, nearly all are missing. */
export function gifOfFrames(frames: number, width = 1, height = 1): Buffer {
  const screen = Buffer.alloc(13);
  screen.write('GIF89a', 'latin1');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  screen[10] = 0x80;
  const control = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0]);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  frame.writeUInt16LE(width, 5);
  frame.writeUInt16LE(height, 7);
  const all = Buffer.concat([control, frame]);
  return Buffer.concat([
    screen,
    Buffer.from([0, 0, 0, 255, 255, 255]),
    Buffer.concat(Array(frames).fill(all)),
    Buffer.from([0x3b]),
  ]);
}

/** Drawings in drawings: each level draws the one below ten times, without any entity. */
export function svgOfUses(levels: number): string {
  const groups = Array.from({ length: levels }, (_none, level) => {
    const below = `<use href="#g${level}"/>`;
    return `<g id="g${level + 1}">${below.repeat(10)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><rect id="g0" width="1" height="1"/>${groups.join('')}</defs><use href="#g${levels}"/></svg>`;
}

/** A PDF whose one stream of objects becomes a thousand times as long when it's read. */
export function pdfBomb(megabytes: number): Buffer {
  const { objects, trailer } = emptyPdf(1);
  const content = Buffer.alloc(megabytes * 1024 * 1024, ' ');
  content.write('90 0 null');
  const packed = deflateSync(content, { level: 9 });
  const stream = pdfStream('/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode', packed);
  return writePdf({ objects: { ...objects, 50: stream }, trailer });
}

/** A PDF whose tree of pages refers to itself. */
export function pdfOfCircles(): Buffer {
  const { objects, trailer } = emptyPdf(1);
  return writePdf({ objects: { ...objects, 2: '<< /Type /Pages /Count 1 /Kids [2 0 R 2 0 R] >>' }, trailer });
}
