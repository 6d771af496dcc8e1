import { crc32, deflateSync } from 'node:zlib';
import { CANARY, XMP } from './canaries.ts';

/** Puts segments behind the start of a JPEG: EXIF, XMP, IPTC, a comment, a second picture's index, and data behind its end. */
export function jpegWithMetadata(jpeg: Buffer, exif: Buffer): Buffer {
  const iptc = Buffer.concat([Buffer.from([0x1c, 2, 80, 0, CANARY.length]), Buffer.from(CANARY)]);
  const resource = Buffer.concat([
    Buffer.from('8BIM'),
    Buffer.from([4, 4, 0, 0, 0, 0, 0, iptc.length]),
    iptc,
    Buffer.alloc(iptc.length % 2),
  ]);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif])),
    segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${XMP}`)),
    segment(0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0'), resource])),
    segment(0xe2, Buffer.from(`MPF\0${CANARY}`)),
    segment(0xe5, Buffer.from(CANARY)),
    segment(0xfe, Buffer.from(CANARY)),
    jpeg.subarray(2),
    // A second picture, as phones append one, with metadata of its own.
    jpeg.subarray(0, 2),
    segment(0xfe, Buffer.from(CANARY)),
    jpeg.subarray(2),
    Buffer.from(CANARY),
  ]);
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** Puts chunks behind a PNG's header: EXIF, texts plain, compressed and as XMP, a time, one of a program's own; and data behind its end. */
export function pngWithMetadata(png: Buffer, exif: Buffer): Buffer {
  const headerEnd = 8 + 25;
  const compressed = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(CANARY)]);
  return Buffer.concat([
    png.subarray(0, headerEnd),
    chunk('eXIf', exif),
    chunk('tEXt', Buffer.from(`Author\0${CANARY}`)),
    chunk('zTXt', compressed),
    chunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`)),
    chunk('stEl', Buffer.from(CANARY)),
    png.subarray(headerEnd),
    Buffer.from(CANARY),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Adds EXIF, XMP and an unknown chunk to a WebP, in the form that has such chunks. */
export function webpWithMetadata(
  webp: Buffer,
  { width, height }: { width: number; height: number },
  exif: Buffer,
): Buffer {
  const header = Buffer.alloc(10);
  header[0] = 0b1100;
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    riff('VP8X', header),
    webp.subarray(12),
    riff('EXIF', exif),
    riff('XMP ', Buffer.from(XMP)),
    riff('STEL', Buffer.from(CANARY)),
  ]);
  return riff('RIFF', body);
}

function riff(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), length, content, Buffer.alloc(content.length % 2)]);
}

/** Puts a comment, XMP and a program's own extension behind a GIF's header, and data behind its end. */
export function gifWithMetadata(gif: Buffer): Buffer {
  const flags = gif[10] ?? 0;
  const headerEnd = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const trailer = Buffer.from([...Array.from({ length: 256 }, (_none, index) => 255 - index), 0]);
  return Buffer.concat([
    gif.subarray(0, headerEnd),
    Buffer.from([0x21, 0xfe]),
    blocks(Buffer.from(CANARY)),
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from('XMP DataXMP'),
    Buffer.from(XMP),
    Buffer.from([1]),
    trailer,
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from('STELETEST01'),
    blocks(Buffer.from(CANARY)),
    gif.subarray(headerEnd),
    Buffer.from(CANARY),
  ]);
}

function blocks(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([content.length]), content, Buffer.from([0])]);
}
