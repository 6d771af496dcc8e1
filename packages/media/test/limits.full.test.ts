// @module-tag full
import { performance } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { MAX_FRAMES } from '../src/index.ts';
import { flatPng, gifOfFrames, pdfBomb, pdfOfCircles, svgOfUses } from './support/bombs.ts';
import { noise } from './support/pictures.ts';
import { useProcessor } from './support/processor.ts';

const usual = useProcessor();
const small = useProcessor({ memoryMegabytes: 320 });
const hasty = useProcessor({ timeoutMs: 1 });

describe('a bomb fails, and says why', () => {
  test.each([
    ['a picture of 196 megapixels', () => flatPng(14_000, 14_000), 'image/png', 'too_many_pixels', '14,000 × 14,000'],
    ['too many frames', () => gifOfFrames(MAX_FRAMES + 1), 'image/gif', 'too_many_frames', '10,001 frames'],
    [
      'frames that are too large together',
      () => gifOfFrames(300, 4000, 2000),
      'image/gif',
      'too_many_pixels',
      '300 frames',
    ],
    ['entities of entities', () => billionLaughs(), 'image/svg+xml', 'unsafe_svg', 'entities'],
    ['pages of pages', () => pdfOfCircles(), 'application/pdf', 'not_decodable', 'PDF'],
  ])('%s', async (_name, make, mime, code, told) => {
    const media = await usual.process(make(), mime);
    expect(media).toMatchObject({ status: 'failed', code });
    expect(media).toHaveProperty('message', expect.stringContaining(told));
  });

  test.each([
    [
      'a picture that takes more memory than there is for one file',
      () => flatPng(9000, 9000),
      'image/png',
      'too_much_memory',
      'more memory',
    ],
    [
      'a PDF that takes more memory than there is for one file',
      () => pdfBomb(300),
      'application/pdf',
      'not_decodable',
      'PDF is damaged',
    ],
    ['drawings of drawings', () => svgOfUses(12), 'image/svg+xml', 'not_decodable', 'SVG'],
  ])(
    '%s leaves the process that asked free for other work, and the next file is read',
    async (_name, make, mime, code, told) => {
      const bomb = make();
      expect(bomb.length).toBeLessThan(2_000_000);
      const before = process.memoryUsage.rss();
      const usage = performance.eventLoopUtilization();
      const media = await small.process(bomb, mime);
      expect(media).toMatchObject({ status: 'failed', code });
      expect(media).toHaveProperty('message', expect.stringContaining(told));
      // The process that asked took part in nothing of it.
      expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
      expect(performance.eventLoopUtilization(usage).utilization).toBeLessThan(0.5);
      await small.ready(await noise(60, 40).jpeg().toBuffer(), 'image/jpeg');
    },
  );

  test('a file that takes longer than it may', async () => {
    const media = await hasty.process(await noise(1500, 1000).png().toBuffer(), 'image/png');
    expect(media).toMatchObject({ status: 'failed', code: 'timed_out' });
    expect(hasty.logged).toMatchObject([{ why: 'time', job: { declared: { mime: 'image/png' } } }]);
  });
});

test('the picture that failed for lack of memory succeeds with more', async () => {
  expect(await usual.process(flatPng(4000, 4000), 'image/png')).toMatchObject({ status: 'ready', width: 4000 });
});

test('ten thousand frames are read', async () => {
  expect(await usual.process(gifOfFrames(MAX_FRAMES), 'image/gif')).toMatchObject({
    status: 'ready',
    frames: MAX_FRAMES,
  });
});

function billionLaughs(): string {
  const levels = Array.from({ length: 9 }, (_none, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`);
  return `<!DOCTYPE svg [<!ENTITY l0 "ha">${levels.join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&l9;</text></svg>`;
}
