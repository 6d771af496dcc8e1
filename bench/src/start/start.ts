import { spawn } from 'node:child_process';
import path from 'node:path';
import { freePorts } from '@stele/testing/free-ports';
import { type Bench, type BenchContext, type Figure, ROUNDS } from '../bench.ts';
import { type Later, newFolder, withCleanUp } from '../clean-up.ts';
import { createDatabase } from '../database.ts';
import { figure } from '../statistics.ts';
import { type ApiPlace, startBuiltApi } from './api-start.ts';
import type { Start } from './started-program.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');

/** `npm start` on an instance that was started before; and the API alone, on a PostgreSQL server. */
export const startBench: Bench = {
  name: 'start',
  title: 'npm start for the second time, and the API alone on PostgreSQL, until everything is ready',
  needsPostgres: false,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

async function measure(context: BenchContext, later: Later): Promise<Figure[]> {
  return [...(await measureAll(context, later)), ...(await measureApi(context, later))];
}

async function measureAll({ say }: BenchContext, later: Later): Promise<Figure[]> {
  const data = await newFolder(later);
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

/** The API alone; and, when an earlier release is named, that release alternately. */
async function measureApi({ say, databaseUrl }: BenchContext, later: Later): Promise<Figure[]> {
  if (databaseUrl === null) return [];
  const before = process.env.BENCH_BEFORE;
  const releases = [{ name: 'now', root: ROOT }, ...(before ? [{ name: 'before', root: path.resolve(before) }] : [])];
  const [port = 0] = await freePorts(1);
  const places = new Map<string, [root: string, place: ApiPlace]>();
  for (const { name, root } of releases) {
    const dataDirectory = await newFolder(later);
    const database = await createDatabase(databaseUrl, later);
    places.set(name, [root, { databaseUrl: database.url, dataDirectory, port }]);
  }
  for (const place of places.values()) await startAndStop(...place);
  const taken = new Map<string, Start[]>();
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [name, place] of places) {
      const start = await startAndStop(...place);
      taken.set(name, [...(taken.get(name) ?? []), start]);
      say(
        `the API, ${name}, round ${round} of ${ROUNDS}: ${start.ms.toFixed(0)} ms, ${start.mebibytes.toFixed(0)} MiB`,
      );
    }
  }
  const of = (name: string, what: keyof Start): number[] => (taken.get(name) ?? []).map((start) => start[what]);
  const ratio = (what: keyof Start): number[] =>
    of('now', what).map((value, round) => value / (of('before', what)[round] ?? Number.NaN));
  return [
    ...[...taken.keys()].flatMap((name) => [
      figure(`the API alone: ${name}`, 'ms', of(name, 'ms')),
      figure(`the API alone, memory: ${name}`, 'MiB', of(name, 'mebibytes')),
    ]),
    ...(before
      ? [
          figure('the API alone: now against before', '', ratio('ms'), { atMost: 0.5 }),
          figure('the API alone, memory: now against before', '', ratio('mebibytes'), { atMost: 0.5 }),
        ]
      : []),
  ];
}

async function startAndStop(root: string, place: ApiPlace): Promise<Start> {
  const { stop, ...start } = await startBuiltApi(root, place);
  await stop();
  return start;
}

/** Starts and stops an instance. @returns milliseconds until it reported that it runs */
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
