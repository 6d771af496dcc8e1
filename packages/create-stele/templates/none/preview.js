// Shows the built site.
import { readdir, readFile } from 'node:fs/promises';
import { serve } from './server.js';

const files = (await readdir('dist', { recursive: true })).map((file) => `/${file.replaceAll('\\', '/')}`);
const read = (path) => (files.includes(path) ? readFile(`dist${path}`) : null);
serve((path) => read(`${path}index.html`), read);
