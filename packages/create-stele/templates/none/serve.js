// Shows the site while you work on it: each reload has what is published.
import { createServer } from 'node:http';
import { readPages } from './pages.js';

const port = Number(process.env.PORT ?? 3000);

const server = createServer(async (request, response) => {
  try {
    const html = (await readPages()).get(request.url);
    response.writeHead(html ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(html ?? 'Not found');
  } catch (error) {
    response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(error.message);
  }
});
server.listen(port, 'localhost', () => console.log(`The site is at http://localhost:${port}`));
