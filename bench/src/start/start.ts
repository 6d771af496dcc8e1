import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Bench, type BenchContext, type Figure, ROUNDS } from '../bench.ts';
import { withCleanUp } from '../clean-up.ts';
import { figure } from '../statistics.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');

/** `npm start` again, on an instance that has been started before. */
export const startBench: Bench = {
  name: 'start',
  title: 'npm start for the second time, until everything is ready',
  needsPostgres: false,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

async function measure({ say }: BenchContext, later: (undo: () => Promise<unknown>) => void): Promise<Figure[]> {
  const data = await mkdtemp(path.join(tmpdir(), 'stele-bench-'));
  later(() => rm(data, { recursive: true, force: true }));
  const [api, admin, content] = await freePorts(3);
  const env = {
    ...process.env,
    API_PORT: String(api),
    ADMIN_PORT: String(admin),
    CONTENT_PORT: String(content),
    STELE_DATA_DIR: data,
  };
  say('starting for the first time');
  await startOnce(env);
  const seconds: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    seconds.push((await startOnce(env)) / 1000);
    say(`round ${round} of ${ROUNDS}: ${seconds.at(-1)?.toFixed(1)} s`);
  }
  return [figure('second start', 's', seconds, { atMost: 8 })];
}

/** Starts and stops an instance. @returns milliseconds until it said that it runs */
function startOnce(env: NodeJS.ProcessEnv): Promise<number> {
  const started = performance.now();
  const child = spawn('npm', ['start', '--silent'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let output = '';
    let ready = 0;
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
      if (ready > 0 || !output.includes('Press Ctrl-C to stop.')) return;
      ready = performance.now() - started;
      child.kill('SIGINT');
    });
    child.once('close', () => (ready > 0 ? resolve(ready) : reject(new Error(`npm start ended:\n${output}`))));
  });
}

async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let n = 0; n < count; n++) {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ports.push((server.address() as { port: number }).port);
    await new Promise((resolve) => server.close(resolve));
  }
  return ports;
}
