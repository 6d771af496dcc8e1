// A script that makes the same files with sharp alone: it decodes each photo once, and makes all its files at once.
import { setPriority } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';

sharp.cache(false);
setPriority(10);

const FULL = { jpeg: { quality: 90, chromaSubsampling: '4:2:0' } };
const VARIANTS = { webp: { quality: 80, effort: 2 }, avif: { quality: 55, effort: 1, chromaSubsampling: '4:2:0' } };

async function makeAll(file, outputs, directory) {
  const { data, info } = await sharp(file).autoOrient().raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  await Promise.all(
    outputs.map(async ({ name, format, width, height }) => {
      const target = path.join(directory, name);
      const options = (name.startsWith('full') ? FULL : VARIANTS)[format];
      await sharp(data, { raw }).resize(width, height).toFormat(format, options).toFile(target);
    }),
  );
}

process.on('message', async ({ files, outputs, directory }) => {
  for (const file of files) await makeAll(file, outputs, directory);
  process.send({ done: files.length });
});
process.on('disconnect', () => process.exit());
process.send({ ready: true });
