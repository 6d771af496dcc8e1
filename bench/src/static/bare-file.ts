// The baseline for the pointer: a bare node:http server that answers each request with a file that it reads.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { childArgument, serveParent } from '../child.ts';

const { path } = childArgument<{ readonly path: string }>();
const server = createServer((_request, response) => {
  readFile(path).then((body) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.byteLength });
    response.end(body);
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

serveParent(
  { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
  () => ({}),
  async () => {
    server.close();
    server.closeAllConnections();
  },
);
