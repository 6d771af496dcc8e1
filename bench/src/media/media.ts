import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { MediaProcessor, type ProcessedMedia } from '@stele/media';
import type { Bench, BenchContext, Figure } from '../bench.ts';
import { Child } from '../child.ts';
import { type Later, newFolder, withCleanUp } from '../clean-up.ts';
import { figure } from '../statistics.ts';
import { makePhotos, PHOTOS } from './photos.ts';

const ROUNDS = 3;
/** Photos of a turn. Both sides take turns, so that other load on the machine slows both. */
const BATCH = 10;
const MEBIBYTE = 1024 ** 2;
/** The same as in the package's processes. */
const ENV = { MALLOC_ARENA_MAX: '2' };
/** How far the sizes of both results may differ, as a share: they round differently when they crop, and split work among threads differently. */
const TOLERANCE = 0.03;

/** A file that the bare script makes. */
interface Output {
  readonly name: string;
  readonly format: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** Processing photos, against a script that makes the same files with sharp alone. */
export const mediaBench: Bench = {
  name: 'media',
  title: `${PHOTOS} photos of 12 megapixels, against a bare sharp script that makes the same files`,
  needsPostgres: false,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

async function measure({ say }: BenchContext, later: Later): Promise<Figure[]> {
  const photos = await makePhotos(say);
  const directory = await newFolder(later);
  const processor = new MediaProcessor({
    log: { warn: (details, message) => say(`${message}: ${JSON.stringify(details)}`) },
  });
  later(() => processor.close());
  const { child } = await Child.start(new URL('./bare.mjs', import.meta.url), null, { plain: true, env: ENV });
  later(() => child.end());

  const stele: number[] = [];
  const bare: number[] = [];
  let outputs: readonly Output[] = [];
  let bytes = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const ms = { stele: 0, bare: 0 };
    for (let first = 0; first < photos.length; first += BATCH) {
      const files = photos.slice(first, first + BATCH);
      const ours = await mkdtemp(path.join(directory, 'stele-'));
      ms.stele += await timed(async () => {
        const made = files.map((file, index) => processPhoto(processor, file, path.join(ours, `${index}`)));
        outputs = (await Promise.all(made)).slice(-1).flatMap(describeOutputs);
      });
      const theirs = await mkdtemp(path.join(directory, 'bare-'));
      ms.bare += await timed(() => child.ask({ files, outputs, directory: theirs }));
      bytes = await compare(path.join(ours, `${files.length - 1}`), theirs);
      await Promise.all([ours, theirs].map((folder) => rm(folder, { recursive: true })));
    }
    stele.push((photos.length * 60_000) / ms.stele);
    bare.push((photos.length * 60_000) / ms.bare);
    say(`round ${round} of ${ROUNDS}: ${stele.at(-1)?.toFixed(1)} photos a minute, bare ${bare.at(-1)?.toFixed(1)}`);
  }
  const parts = stele.map((rate, round) => rate / (bare[round] ?? Number.NaN));
  return [
    figure('speed, as a part of the bare script', '', parts, { atLeast: 0.8 }),
    figure('photos a minute', '', stele),
    figure('photos a minute, bare', '', bare),
    figure('files of a photo', '', [outputs.length]),
    figure('bytes of all files of a photo', 'MiB', [bytes / MEBIBYTE]),
  ];
}

async function processPhoto(processor: MediaProcessor, file: string, outputDirectory: string): Promise<ProcessedMedia> {
  await mkdir(outputDirectory);
  const declared = { filename: path.basename(file), mime: 'image/jpeg' };
  const media = await processor.process({ file, declared, outputDirectory });
  if (media.status === 'failed') throw new Error(`A photo failed: ${media.message}`);
  return media;
}

function describeOutputs(media: ProcessedMedia): Output[] {
  return [media.full, ...media.variants].map(({ path: file, format, width, height }) => ({
    name: path.basename(file),
    format,
    width,
    height,
  }));
}

/** Compares both results for the last photo of a batch. @returns the bytes of ours @throws when they differ */
async function compare(ours: string, theirs: string): Promise<number> {
  const [one, other] = await Promise.all([ours, theirs].map(sizesOf));
  if (!one || !other || one.files !== other.files || Math.abs(one.bytes / other.bytes - 1) > TOLERANCE)
    throw new Error(`The files differ: ${JSON.stringify(one)} of Stele, ${JSON.stringify(other)} of the bare script.`);
  return one.bytes;
}

async function sizesOf(directory: string): Promise<{ files: number; bytes: number }> {
  const names = await readdir(directory);
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(directory, name))).size));
  return { files: names.length, bytes: sizes.reduce((total, size) => total + size, 0) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
