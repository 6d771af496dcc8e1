import { createServer } from 'node:http';

/** Serves pages at PORT, or 3000. `find` gives the page at a path that ends with a slash, or nothing. */
export function serve(find) {
  const port = Number(process.env.PORT ?? 3000);
  const server = createServer(async (request, response) => {
    try {
      const { pathname } = new URL(request.url, 'http://localhost');
      if (!pathname.endsWith('/')) return response.writeHead(308, { location: `${pathname}/` }).end();
      const html = await find(pathname);
      response.writeHead(html ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(html ?? 'Not found');
    } catch (error) {
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(error.message);
    }
  });
  server.listen(port, 'localhost', () => console.log(`The site is at http://localhost:${port}`));
}
