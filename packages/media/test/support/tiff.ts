import { CANARY, XMP } from './canaries.ts';
import { bytes, type Entry, long, rationals, short, text, writeDirectory } from './exif.ts';

/** A TIFF of one grey, with all that cameras and programs write into such files. */
export function tiffWithMetadata(width: number, height: number): Buffer {
  const header = Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
  const pixels = Buffer.alloc(width * height, 128);
  const exif = [bytes(0x927c, Buffer.from(CANARY)), text(0xa431, CANARY)];
  const gps = [text(1, 'N'), rationals(2, [48, 51, 29.6]), bytes(0x1b, Buffer.from(CANARY))];
  const main = (exifAt: number, gpsAt: number, pixelsAt: number): Entry[] => [
    long(256, width),
    long(257, height),
    short(258, 8),
    short(259, 1),
    short(262, 1),
    text(270, CANARY),
    text(271, CANARY),
    long(273, pixelsAt),
    short(277, 1),
    long(278, height),
    long(279, pixels.length),
    text(315, CANARY),
    bytes(700, Buffer.from(XMP)),
    bytes(33723, Buffer.concat([Buffer.from([0x1c, 2, 80, 0, CANARY.length]), Buffer.from(CANARY)])),
    text(33432, CANARY),
    long(34665, exifAt),
    long(34853, gpsAt),
  ];
  const exifAt = header.length + writeDirectory(main(0, 0, 0), header.length, 0).length;
  const exifPart = writeDirectory(exif, exifAt, 0);
  const gpsPart = writeDirectory(gps, exifAt + exifPart.length, 0);
  const pixelsAt = exifAt + exifPart.length + gpsPart.length;
  const mainPart = writeDirectory(main(exifAt, exifAt + exifPart.length, pixelsAt), header.length, 0);
  return Buffer.concat([header, mainPart, exifPart, gpsPart, pixels]);
}
