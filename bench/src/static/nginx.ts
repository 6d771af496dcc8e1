import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import type { Later } from '../clean-up.ts';

/** Starts nginx with one worker, as it is by default otherwise, for the files of a folder. @returns the address; null when it isn't installed */
export async function startNginx(folder: string, later: Later): Promise<string | null> {
  const port = await freePort();
  const own = path.join(folder, 'nginx');
  await mkdir(own);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${own}/${name};`,
  );
  const config = `daemon off; worker_processes 1; pid ${own}/pid; error_log ${own}/error.log;
    events { worker_connections 1024; }
    http { ${temporary.join(' ')} access_log ${own}/access.log; sendfile on; tcp_nopush on; keepalive_requests 100000000;
      types { application/json json; }
      server { listen 127.0.0.1:${port}; location / { root ${folder}; add_header Cache-Control "public, max-age=31536000, immutable"; } } }`;
  await writeFile(
    path.join(own, 'nginx.conf'),
    `user root; ${config}`.replace(process.getuid?.() === 0 ? '' : 'user root; ', ''),
  );
  const nginx = spawn('nginx', ['-c', path.join(own, 'nginx.conf'), '-e', path.join(own, 'error.log')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(nginx, 'exit').catch((error: NodeJS.ErrnoException) => error);
  later(async () => {
    nginx.kill('SIGTERM');
    await ended;
  });
  for (;;) {
    const answers = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (answers) return `http://127.0.0.1:${port}`;
    const problem = await Promise.race([ended, new Promise<null>((resolve) => setTimeout(resolve, 20, null))]);
    if (problem instanceof Error && problem.code === 'ENOENT') return null;
    if (problem) throw new Error('nginx ended instead of answering.');
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
