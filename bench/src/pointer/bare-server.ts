// The baseline for the pointer: a plain HTTP server that does one indexed SELECT for each request.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { childArgument, serveParent } from '../child.ts';
import { takeCpuMs } from '../cpu-time.ts';

export interface BareOptions {
  readonly databaseUrl: string;
  readonly poolSize: number;
  readonly projectId: string;
}

const SQL = 'SELECT live_snapshot_id, live_seq FROM projects WHERE id = $1';

const { databaseUrl, poolSize, projectId } = childArgument<BareOptions>();
const pool = new Pool({ connectionString: databaseUrl, max: poolSize });

const server = createServer((_request, response) => {
  pool.query(SQL, [projectId]).then(
    ({ rows }) => {
      const body = JSON.stringify(rows[0]);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
      response.end(body);
    },
    (error: unknown) => {
      console.error(error);
      response.writeHead(500, { 'content-length': 0 }).end();
    },
  );
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

serveParent(
  { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
  () => ({ cpuMs: takeCpuMs() }),
  async () => {
    server.close();
    server.closeAllConnections();
    await pool.end();
  },
);
