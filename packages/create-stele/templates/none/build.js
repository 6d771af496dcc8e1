// Writes the site's pages into dist.
import { mkdir, writeFile } from 'node:fs/promises';
import { readPages } from './pages.js';

for (const [path, html] of await readPages()) {
  await mkdir(`dist${path}`, { recursive: true });
  await writeFile(`dist${path}index.html`, html);
}
