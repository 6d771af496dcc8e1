import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { dropJpegMetadata } from '../src/child/pdf/jpeg-segments.ts';
import { emptyPdf, pdfStream, unpackPdf, writePdf } from './support/pdf.ts';
import { noise } from './support/pictures.ts';
import { useProcessor } from './support/processor.ts';

const { ready, process: processFile } = useProcessor();

async function document(pages: number): Promise<PDFDocument> {
  const made = await PDFDocument.create();
  for (let page = 1; page <= pages; page++) made.addPage([200, 100]).drawText(`Page ${page}`);
  made.setTitle('A title');
  return made;
}

test.each([1, 2, 57])('%i pages are counted', async (pages) => {
  for (const useObjectStreams of [true, false]) {
    const media = await ready(await (await document(pages)).save({ useObjectStreams }), 'application/pdf');
    expect(media).toMatchObject({ kind: 'pdf', pages, width: null, height: null, frames: null, variants: [] });
    expect(media.full).toMatchObject({ mime: 'application/pdf', format: 'pdf', width: null, ratio: null });
  }
});

test('what is on the pages stays', async () => {
  const media = await ready(await (await document(3)).save(), 'application/pdf');
  const copy = await PDFDocument.load(await readFile(media.full.path), { updateMetadata: false });
  expect(copy.getPages().map((page) => page.getSize())).toEqual(Array(3).fill({ width: 200, height: 100 }));
  expect(copy.getTitle()).toBeUndefined();
  const unpacked = unpackPdf(await readFile(media.full.path)).toString('latin1');
  for (const page of [1, 2, 3]) expect(unpacked).toContain(Buffer.from(`Page ${page}`).toString('hex').toUpperCase());
});

test('the same PDF gives the same bytes', async () => {
  const original = await (await document(2)).save();
  const one = await ready(original, 'application/pdf');
  expect((await ready(original, 'application/pdf')).full.sha256).toBe(one.full.sha256);
});

describe('an encrypted one', () => {
  test('that opens without a password is written without encryption', async () => {
    const restricted = await document(2);
    restricted.encrypt({ ownerPassword: 'owner', userPassword: '', permissions: { printing: false } });
    const original = await restricted.save();
    expect((await PDFDocument.load(original, { ignoreEncryption: true })).isEncrypted).toBe(true);
    const media = await ready(original, 'application/pdf');
    expect(media.pages).toBe(2);
    const copy = await readFile(media.full.path);
    expect(copy.includes('/Encrypt')).toBe(false);
    expect((await PDFDocument.load(copy)).getPageCount()).toBe(2);
    expect(unpackPdf(copy).toString('latin1')).toContain(Buffer.from('Page 2').toString('hex').toUpperCase());
  });

  test('that asks for a password fails', async () => {
    const locked = await document(2);
    locked.encrypt({ ownerPassword: 'owner', userPassword: 'user' });
    const media = await processFile(await locked.save(), 'application/pdf');
    expect(media).toMatchObject({ status: 'failed', code: 'encrypted' });
    expect(media).toHaveProperty('message', expect.stringContaining('password'));
  });
});

test.each([
  ['nothing but its mark', () => Buffer.from('%PDF-1.7\n')],
  ['no pages', () => writePdf(emptyPdf(0))],
  ['no catalogue', () => writePdf({ objects: { 1: '<< /Type /Page >>' }, trailer: '/Root 1 0 R /Size 3' })],
  [
    'a damaged part that holds objects',
    () => {
      const { objects, trailer } = emptyPdf(1);
      const damaged = pdfStream('/Type /ObjStm /N 3 /First 9 /Filter /FlateDecode', Buffer.from('no deflated data'));
      return writePdf({ objects: { ...objects, 50: damaged }, trailer });
    },
  ],
])('one with %s fails', async (_name, make) => {
  const media = await processFile(make(), 'application/pdf');
  expect(media).toMatchObject({ status: 'failed', code: 'not_decodable' });
});

describe('JPEG pictures inside', () => {
  test.each([true, false])('keep their pixels (progressive: %s)', async (progressive) => {
    const jpeg = await noise(64, 48)
      .jpeg({ progressive })
      .withIccProfile('p3')
      .withExif({ IFD0: { Copyright: 'me' } })
      .toBuffer();
    const stripped = dropJpegMetadata(Buffer.concat([jpeg, Buffer.from('behind the end')]));
    const { default: sharp } = await import('sharp');
    const header = await sharp(stripped).metadata();
    expect(header.exif).toBeUndefined();
    // Without the profile its colours would be others.
    expect(header.icc).toBeDefined();
    expect(await sharp(stripped).raw().toBuffer()).toEqual(await sharp(jpeg).raw().toBuffer());
    expect(Buffer.from(stripped).includes('behind')).toBe(false);
  });

  test('that are not understood stay as they are', async () => {
    const jpeg = await noise(64, 48).jpeg().toBuffer();
    for (const content of [Buffer.from('no picture'), jpeg.subarray(0, 300), jpeg.subarray(0, 3), Buffer.alloc(0)])
      expect(dropJpegMetadata(content)).toBe(content);
  });
});
