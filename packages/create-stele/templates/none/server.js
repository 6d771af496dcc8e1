import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

/** The script that pages with drafts load, for the editor's live preview. */
export const previewScript = new URL(import.meta.resolve('@stele/loader/preview'));

/** Serves pages at PORT, or 3000. `find` gives the page at a path that ends with a slash, or nothing. */
export function serve(find) {
  const port = Number(process.env.PORT ?? 3000);
  const server = createServer(async (request, response) => {
    try {
      const { pathname } = new URL(request.url, 'http://localhost');
      if (pathname === '/preview.js') {
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(await readFile(previewScript));
        return;
      }
      if (!pathname.endsWith('/')) return response.writeHead(308, { location: `${pathname}/` }).end();
      const html = await find(pathname);
      response.writeHead(html ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(html ?? 'Not found');
    } catch (error) {
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(error.message);
    }
  });
  server.listen(port, 'localhost', () => console.log(`The site is at http://localhost:${port}`));
}
