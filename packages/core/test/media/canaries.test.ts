import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { MediaProcessor } from '@stele/media';
import { CANARY, countCanaries } from '@stele/media/testing/canaries';
import { exifBlock } from '@stele/media/testing/exif';
import { mp4WithMetadata } from '@stele/media/testing/mp4-with-metadata';
import { emptyPdf, writePdf } from '@stele/media/testing/pdf';
import { noise } from '@stele/media/testing/pictures';
import { tiffWithMetadata } from '@stele/media/testing/tiff';
import {
  gifWithMetadata,
  jpegWithMetadata,
  pngWithMetadata,
  webpWithMetadata,
} from '@stele/media/testing/with-metadata';
import type { LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { originalsPrefix } from '../../src/media/keys.ts';
import { AssetLibrary, type MediaApp, startMediaApp } from '../support/media-app.ts';
import { silentLog } from '../support/silent-log.ts';

let app: MediaApp;
let library: AssetLibrary;
const processor = new MediaProcessor({ log: silentLog });

beforeAll(async () => {
  app = await startMediaApp({ mediaProcessor: processor });
  library = new AssetLibrary(await app.project());
});
afterAll(async () => {
  await app.close();
  await processor.close();
});

const picture = () => noise(80, 60);
const exif = async () =>
  exifBlock({
    orientation: 1,
    thumbnail: jpegWithMetadata(await noise(16, 12).jpeg().toBuffer(), Buffer.from(CANARY)),
  });
const video = path.join(import.meta.dirname, '../../../media/test/fixtures/video.mp4');

const originals: Record<string, { mime: string; make: () => Promise<Buffer> }> = {
  'photo.jpg': {
    mime: 'image/jpeg',
    make: async () => jpegWithMetadata(await picture().jpeg().toBuffer(), await exif()),
  },
  'photo.png': { mime: 'image/png', make: async () => pngWithMetadata(await picture().png().toBuffer(), await exif()) },
  'photo.webp': {
    mime: 'image/webp',
    make: async () => webpWithMetadata(await picture().webp().toBuffer(), { width: 80, height: 60 }, await exif()),
  },
  'photo.tiff': { mime: 'image/tiff', make: async () => tiffWithMetadata(80, 60) },
  'photo.gif': { mime: 'image/gif', make: async () => gifWithMetadata(await picture().gif().toBuffer()) },
  'photo.avif': {
    mime: 'image/avif',
    make: () =>
      picture()
        .withExif({ IFD0: { Copyright: CANARY }, IFD3: { GPSMapDatum: CANARY } })
        .avif()
        .toBuffer(),
  },
  'drawing.svg': {
    mime: 'image/svg+xml',
    make: async () =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><!-- ${CANARY} --><metadata>${CANARY}</metadata></svg>`,
      ),
  },
  'paper.pdf': {
    mime: 'application/pdf',
    make: async () => {
      const { objects, trailer } = emptyPdf(1);
      return writePdf({ objects: { ...objects, 4: `<< /Title (${CANARY}) >>` }, trailer: `${trailer} /Info 4 0 R` });
    },
  },
  'film.mp4': { mime: 'video/mp4', make: async () => mp4WithMetadata(await readFile(video)) },
};

const bytesAt = async (url: string): Promise<[number, Buffer]> => {
  const response = await fetch(url);
  return [response.status, Buffer.from(await response.arrayBuffer())];
};

it.each(Object.entries(originals))('no served form of %s has its metadata', async (filename, file) => {
  const body = await file.make();
  const told = countCanaries(body);
  expect(told).toBeGreaterThan(0);
  const { id } = await library.upload({ filename, mime: file.mime, body });
  const asset = await library.settled(id);
  expect(asset).toMatchObject({ status: 'ready', error: null });
  const urls = [asset.url, ...asset.variants.map(({ url }: LooseBody) => url)];
  for (const url of urls) {
    const [status, served] = await bytesAt(url);
    expect([url, status, countCanaries(served)]).toEqual([url, 200, 0]);
  }
  // The original itself is nowhere on the content host, and comes by a signed address only.
  const projectId = library.project.slice('/projects/'.length);
  expect((await fetch(`${app.contentUrl}/${originalsPrefix(projectId)}${asset.sha256}`)).status).toBe(404);
  const { body: link } = await library.api.get(`${library.assets}/${id}/original`);
  const [status, original] = await bytesAt(link.url);
  expect([status, countCanaries(original)]).toEqual([200, told]);
});
