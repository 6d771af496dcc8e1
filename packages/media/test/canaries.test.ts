import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { CANARY, countCanaries, filesWithCanary, XMP } from './support/canaries.ts';
import { exifBlock } from './support/exif.ts';
import { mp4WithMetadata } from './support/mp4-with-metadata.ts';
import { emptyPdf, pdfStream, unpackPdf, writePdf } from './support/pdf.ts';
import { GREEN, moving, noise, RED } from './support/pictures.ts';
import { useProcessor } from './support/processor.ts';
import { renditionsOf } from './support/renditions.ts';
import { tiffWithMetadata } from './support/tiff.ts';
import { gifWithMetadata, jpegWithMetadata, pngWithMetadata, webpWithMetadata } from './support/with-metadata.ts';

const { ready } = useProcessor();

const picture = () => noise(80, 60);
const thumbnail = async () => jpegWithMetadata(await noise(16, 12).jpeg().toBuffer(), Buffer.from(CANARY));
const exif = async (orientation = 1) => exifBlock({ orientation, thumbnail: await thumbnail() });

/** AVIF's parts tell each other's places, so sharp writes them. */
const avif = () =>
  picture()
    .withExif({ IFD0: { Copyright: CANARY, Make: CANARY }, IFD2: { LensModel: CANARY }, IFD3: { GPSMapDatum: CANARY } })
    .withXmp(XMP);

const originals: Record<string, { mime: string; least: number; make: () => Promise<Buffer> }> = {
  JPEG: {
    mime: 'image/jpeg',
    least: 15,
    make: async () => jpegWithMetadata(await picture().jpeg().toBuffer(), await exif(6)),
  },
  PNG: {
    mime: 'image/png',
    least: 10,
    make: async () => pngWithMetadata(await picture().png().toBuffer(), await exif()),
  },
  WebP: {
    mime: 'image/webp',
    least: 8,
    make: async () => webpWithMetadata(await picture().webp().toBuffer(), { width: 80, height: 60 }, await exif(6)),
  },
  TIFF: { mime: 'image/tiff', least: 4, make: async () => tiffWithMetadata(80, 60) },
  GIF: { mime: 'image/gif', least: 4, make: async () => gifWithMetadata(await picture().gif().toBuffer()) },
  'moving GIF': {
    mime: 'image/gif',
    least: 4,
    make: async () => gifWithMetadata(await moving(80, 60, [RED, GREEN]).gif().toBuffer()),
  },
  AVIF: { mime: 'image/avif', least: 4, make: () => avif().avif().toBuffer() },
};

test.each(Object.entries(originals))('no rendition of a %s has its metadata', async (_name, { mime, least, make }) => {
  const original = await make();
  expect(countCanaries(original)).toBeGreaterThanOrEqual(least);
  const media = await ready(original, mime);
  expect(await filesWithCanary(path.dirname(media.full.path))).toEqual([]);
  for (const { path: file } of renditionsOf(media)) {
    const { exif: exifLeft, xmp, iptc, icc, orientation, comments } = await sharp(file).metadata();
    expect({ file, exifLeft, xmp, iptc, icc, orientation, comments }).toEqual({ file });
  }
});

test('what a camera says of its orientation is applied before it goes', async () => {
  const original = jpegWithMetadata(await picture().jpeg().toBuffer(), await exif(6));
  expect((await sharp(original).metadata()).orientation).toBe(6);
  expect(await ready(original, 'image/jpeg')).toMatchObject({ width: 60, height: 80, full: { width: 60, height: 80 } });
});

test('an SVG has no metadata, and neither have the pictures in it', async () => {
  const photo = jpegWithMetadata(await picture().jpeg().toBuffer(), await exif());
  const screenshot = pngWithMetadata(await picture().png().toBuffer(), await exif());
  expect(countCanaries(photo)).toBeGreaterThan(10);
  const original = `<?xml version="1.0"?><!-- ${CANARY} --><?tool ${CANARY}?>
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:tool="urn:${CANARY}" viewBox="0 0 10 10" data-name="${CANARY}" tool:file="${CANARY}">
    <metadata><x:xmpmeta xmlns:x="adobe:ns:meta/">${CANARY}</x:xmpmeta></metadata>
    <tool:layer>${CANARY}</tool:layer><style>/* ${CANARY} */ .a { fill: red }</style><!-- ${CANARY} -->
    <image width="5" height="5" href="data:image/jpeg;base64,${photo.toString('base64')}"/>
    <image width="5" height="5" href="data:image/png;base64,${screenshot.toString('base64')}"/>
    <rect class="a" width="5" height="5"/></svg>`;
  const media = await ready(original, 'image/svg+xml');
  const copy = await readFile(media.full.path, 'utf8');
  expect(countCanaries(Buffer.from(copy))).toBe(0);
  const embedded = [...copy.matchAll(/base64,([\w+/=]+)/g)].map(([, data = '']) => Buffer.from(data, 'base64'));
  expect(embedded).toHaveLength(2);
  for (const content of embedded) {
    expect(countCanaries(content)).toBe(0);
    expect(await sharp(content).metadata()).toMatchObject({ width: 80, height: 60 });
  }
});

test('a PDF has no metadata, in none of its revisions', { tags: ['full'] }, async () => {
  const photo = jpegWithMetadata(await picture().jpeg().toBuffer(), await exif());
  const { objects, trailer } = emptyPdf(2);
  const first = writePdf({
    objects: {
      ...objects,
      1: '<< /Type /Catalog /Pages 2 0 R /Metadata 3 0 R >>',
      3: pdfStream('/Type /Metadata /Subtype /XML', XMP),
      4: `<< /Title (${CANARY}) /Author <feff${Buffer.from(CANARY, 'utf16le').swap16().toString('hex')}> /Producer (${CANARY}) >>`,
      5: `<< /Owner (${CANARY}) >>`,
      6: pdfStream(
        '/Type /XObject /Subtype /Image /Width 80 /Height 60 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
        photo,
      ),
      7: `(${CANARY} that nothing refers to)`,
      8: pdfStream(
        `/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Metadata 3 0 R`,
        '\0',
      ),
      10: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /LastModified (${CANARY}) /PieceInfo << /Tool << /Private 5 0 R >> >> /Thumb 8 0 R /Resources << /XObject << /A 6 0 R >> >> >>`,
    },
    trailer: `${trailer} /Info 4 0 R /ID [(${CANARY}) (${CANARY})]`,
  });
  const original = writePdf(
    { objects: { 9: `<< /Title (${CANARY} of later) >>` }, trailer: `${trailer} /Info 9 0 R` },
    first,
  );
  expect(countCanaries(original)).toBeGreaterThan(20);
  const media = await ready(original, 'application/pdf');
  expect(media).toMatchObject({ kind: 'pdf', mime: 'application/pdf', pages: 2, full: { format: 'pdf' } });
  const copy = unpackPdf(await readFile(media.full.path));
  expect(countCanaries(copy)).toBe(0);
  expect(copy.toString('latin1')).not.toMatch(/Info|PieceInfo|Metadata|Thumb|4341 ?4e41/i);
  // The picture is there, with every pixel.
  const embedded = copy.subarray(copy.indexOf(Buffer.from([0xff, 0xd8, 0xff])));
  const pixels = await sharp(await picture().jpeg().toBuffer())
    .raw()
    .toBuffer();
  expect(await sharp(embedded).raw().toBuffer()).toEqual(pixels);
});

test('an MP4 has neither place nor author', async () => {
  const video = await readFile(path.join(import.meta.dirname, 'fixtures', 'video.mp4'));
  const original = mp4WithMetadata(video);
  expect(countCanaries(original)).toBeGreaterThanOrEqual(countCanaries(video) + 8);
  const media = await ready(original, 'video/mp4');
  expect(media).toMatchObject({ kind: 'video', width: 48, height: 32, duration: 1 });
  expect(await filesWithCanary(path.dirname(media.full.path))).toEqual([]);
});
