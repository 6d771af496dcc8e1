// Writes the site's pages into dist, and nothing else: a page that's gone is gone there too.
import './env.js';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { finishWebsite } from '@stele/loader/website';
import { readPages } from './pages.js';
import { previewScript } from './server.js';

const pages = await readPages();
await rm('dist', { recursive: true, force: true });
for (const [path, html] of pages) {
  await mkdir(`dist${path}`, { recursive: true });
  await writeFile(`dist${path}index.html`, html);
}
if (process.env.STELE_DRAFTS === '1') await copyFile(previewScript, 'dist/preview.js');
// Warns if pages show pictures from this machine. With assets: 'copy', pictures go into dist too.
await finishWebsite({ folder: 'dist' });
console.log(`${pages.size} pages are in dist. To look at them: npm run preview`);
