import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { announceSite } from '@stele/loader/website';

/** The script that pages with drafts load, for the editor's live preview. */
export const previewScript = new URL(import.meta.resolve('@stele/loader/preview'));

const TYPES = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/**
 * Serves pages at PORT, or 3000. `find` gives the page at a path that ends with a slash, and `findFile` the picture or document at
 * any other, or nothing.
 */
export function serve(find, findFile = () => null) {
  const server = createServer(async (request, response) => {
    try {
      const { pathname } = new URL(request.url, 'http://localhost');
      if (pathname === '/preview.js') {
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(await readFile(previewScript));
        return;
      }
      const type = TYPES[extname(pathname)];
      const file = type && (await findFile(pathname));
      if (file) return response.writeHead(200, { 'content-type': type }).end(file);
      if (!pathname.endsWith('/')) return response.writeHead(308, { location: `${pathname}/` }).end();
      const html = await find(pathname);
      response.writeHead(html ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(html ?? 'Not found');
    } catch (error) {
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(error.message);
    }
  });
  server.listen(Number(process.env.PORT ?? 3000), 'localhost', async () => {
    const { port } = server.address();
    // To `stele dev`, for the editor's live preview.
    await announceSite(port);
    console.log(`The site is at http://localhost:${port}`);
  });
}
