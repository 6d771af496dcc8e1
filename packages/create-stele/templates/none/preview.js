// Shows the built site.
import { readdir, readFile } from 'node:fs/promises';
import { serve } from './server.js';

const files = (await readdir('dist', { recursive: true })).map((file) => `/${file.replaceAll('\\', '/')}`);
serve((path) => (files.includes(`${path}index.html`) ? readFile(`dist${path}index.html`, 'utf8') : null));
