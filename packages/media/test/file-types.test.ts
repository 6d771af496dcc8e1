import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyPdf, writePdf } from './support/pdf.ts';
import { noise } from './support/pictures.ts';
import { useProcessor } from './support/processor.ts';
import { hashFile } from './support/renditions.ts';
import { wav } from './support/wav.ts';

const { ready, process: processFile } = useProcessor();

const ZIP = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>';
const HTML = '<!doctype html><html><body><script>alert(1)</script></body></html>';
const XHTML = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>';
const WOFF2 = Buffer.concat([Buffer.from('wOF2\0\x01\0\0'), Buffer.alloc(64)]);
/** The first box of such a picture; nothing more is looked at. */
const HEIC = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0heicmif1'), Buffer.alloc(64)]);
const BMP = Buffer.concat([Buffer.from('BM'), Buffer.alloc(64)]);

const png = () => noise(10, 10).png().toBuffer();
const jpeg = () => noise(10, 10).jpeg().toBuffer();

describe('what is declared has to be what the bytes say', () => {
  test.each([
    ['a PNG as JPEG', png, 'image/jpeg', 'The file was sent as image/jpeg, but its content is image/png.'],
    ['a JPEG as PDF', jpeg, 'application/pdf', 'but its content is image/jpeg.'],
    ['a HEIC picture as JPEG', async () => HEIC, 'image/jpeg', 'but its content is image/heic.'],
    ['a JPEG as text', jpeg, 'text/plain', 'but its content is image/jpeg.'],
    [
      'text as PNG',
      async () => Buffer.from('hello'),
      'image/png',
      'The file was sent as image/png, but its content is something else.',
    ],
    ['text as PDF', async () => Buffer.from('hello'), 'application/pdf', 'something else'],
    ['text as a font', async () => Buffer.from('hello'), 'font/woff2', 'something else'],
    ['text as ZIP', async () => Buffer.from('hello'), 'application/zip', 'something else'],
    ['text as SVG', async () => Buffer.from('hello'), 'image/svg+xml', 'something else'],
    ['an SVG as XML', async () => Buffer.from(SVG), 'application/xml', 'image/svg+xml'],
    ['an SVG as text', async () => Buffer.from(SVG), 'text/plain', 'image/svg+xml'],
    ['a ZIP as text', async () => ZIP, 'text/csv', 'application/zip'],
    ['a ZIP as video', async () => ZIP, 'video/mp4', 'application/zip'],
    ['bytes as text', async () => Buffer.from([1, 0, 2, 0]), 'text/plain', 'something else'],
    ['sound as video of another kind', async () => wav({ seconds: 0.1 }), 'video/mp4', 'audio/wav'],
  ])('%s', async (_name, make, mime, told) => {
    const media = await processFile(await make(), mime);
    expect(media).toMatchObject({ status: 'failed', code: 'type_mismatch' });
    expect(media).toHaveProperty('message', expect.stringContaining(told));
  });

  test.each([
    ['image/JPG', jpeg, 'image/jpeg', 'image'],
    ['image/pjpeg', jpeg, 'image/jpeg', 'image'],
    ['image/png; charset=binary', png, 'image/png', 'image'],
    ['application/octet-stream', png, 'image/png', 'image'],
    ['', png, 'image/png', 'image'],
    ['image/svg+xml;charset=utf-8', async () => Buffer.from(SVG), 'image/svg+xml', 'svg'],
    ['application/octet-stream', async () => Buffer.from(SVG), 'image/svg+xml', 'svg'],
    ['application/x-pdf', async () => writePdf(emptyPdf(1)), 'application/pdf', 'pdf'],
    ['audio/x-wav', async () => wav({ seconds: 0.1 }), 'audio/wav', 'audio'],
    ['text/plain', async () => Buffer.from('hello'), 'text/plain', 'file'],
    ['text/plain', async () => Buffer.from('\uFEFFhello', 'utf16le'), 'text/plain', 'file'],
    ['text/markdown', async () => Buffer.from('<div>hello</div>'), 'text/markdown', 'file'],
    ['application/json', async () => Buffer.from('{}'), 'application/json', 'file'],
    ['application/rss+xml', async () => Buffer.from('<?xml version="1.0"?><rss/>'), 'application/rss+xml', 'file'],
    ['application/zip', async () => ZIP, 'application/zip', 'file'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', async () => ZIP, null, 'file'],
    ['font/woff2', async () => WOFF2, 'font/woff2', 'file'],
    ['application/octet-stream', async () => Buffer.from([1, 0, 2, 0]), 'application/octet-stream', 'file'],
  ] as const)('%j is another name, or says enough', async (mime, make, type, kind) => {
    expect(await ready(await make(), mime)).toMatchObject({ mime: type ?? mime, kind });
  });
});

test('other files are served as they came', async () => {
  const content = Buffer.from('one,two\n1,2\n');
  const media = await ready(content, 'text/csv', { filename: 'Table of Ünits.CSV' });
  expect(media).toEqual({
    ...{ status: 'ready', kind: 'file', mime: 'text/csv', width: null, height: null, duration: null, pages: null },
    ...{ frames: null, placeholder: null, dominantColor: null, variants: [] },
    full: {
      path: expect.stringMatching(/\/full\.csv$/),
      ...{
        mime: 'text/csv',
        format: 'csv',
        width: null,
        height: null,
        bytes: content.length,
        ratio: null,
        animated: false,
      },
      sha256: await hashFile(media.full.path),
    },
  });
  expect(await readFile(media.full.path)).toEqual(content);
});

test.each(['../../etc/passwd', 'a/b.c/d', 'x.%2e%2e', 'x.', '', 'x.tar gz'])(
  'a file named %j gets a name of ours',
  async (filename) => {
    const media = await ready('hello', 'text/plain', { filename });
    expect(path.basename(media.full.path)).toBe('full.bin');
  },
);

test('pictures that browsers do not show are no files either', async () => {
  const media = await processFile(BMP, 'image/bmp');
  expect(media).toMatchObject({ status: 'failed', code: 'type_unsupported' });
  expect(media).toHaveProperty('message', expect.stringContaining('JPEG, PNG or WebP'));
});

test.each([
  ['text/html', HTML],
  ['application/xhtml+xml', HTML],
  ['application/xml', XHTML],
  ['text/plain', XHTML],
  ['application/octet-stream', XHTML],
])('a page sent as %s is refused', async (mime, page) => {
  const media = await processFile(page, mime);
  expect(media).toMatchObject({ status: 'failed', code: 'active_content' });
});

test('an empty file is refused', async () => {
  expect(await processFile('', 'image/png')).toMatchObject({ status: 'failed', code: 'empty_file' });
});
