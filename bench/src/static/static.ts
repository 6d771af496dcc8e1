import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chunkKey, liveFileKey, makeLiveFile, pointerMirrorKey } from '@stele/snapshot';
import { createDiskStorage } from '@stele/storage';
import { type Bench, type BenchContext, type Figure, type Goal, ROUNDS } from '../bench.ts';
import { Child } from '../child.ts';
import { type Later, newFolder, withCleanUp } from '../clean-up.ts';
import type { LoadOptions, LoadResult } from '../pointer/load.ts';
import { figure } from '../statistics.ts';
import { startNginx } from './nginx.ts';

const CONNECTIONS = 64;
const SECONDS = 3;
const MOST_REQUESTS = 400_000;
const PROJECT = 'prj_bench';
/** Sizes of the files in bytes: an index page, and a chunk. */
const SIZES = [4_000, 40_000];
const HEADERS = { contentType: 'application/json' };

/** The content host against nginx with the same files, and its live pointer against a bare node:http with one file. */
export const staticBench: Bench = {
  name: 'static',
  title: 'requests per second for files and the pointer on the content host, against nginx and a bare server',
  needsPostgres: false,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

async function measure({ say }: BenchContext, later: Later): Promise<Figure[]> {
  const directory = await newFolder(later);
  const files = path.join(directory, 'files');
  await mkdir(path.join(files, PROJECT, 'chunks'), { recursive: true });
  const storage = createDiskStorage({
    driver: 'disk',
    directory: path.join(directory, 'objects'),
    publicUrl: 'http://content.test',
    signingKey: 'k'.repeat(40),
  });
  const keys: string[] = [];
  for (const bytes of SIZES) {
    const body = Buffer.from(JSON.stringify('x'.repeat(bytes - 2)));
    const sha256 = createHash('sha256').update(body).digest('hex');
    const key = chunkKey(PROJECT, sha256);
    await storage.putAll([{ key, body, sha256, ...HEADERS }]);
    await writeFile(path.join(files, key), body);
    keys.push(key);
  }
  const at = {
    projectId: PROJECT,
    snapshotId: 'snap_1',
    publishedAt: new Date(),
    manifestHash: 'a'.repeat(64),
    sequence: 2,
  };
  const [live, pointer] = ['b'.repeat(64), pointerMirrorKey('c'.repeat(64))];
  const mirror = { ...makeLiveFile({ ...at, sequence: 1 }), expires_at: null, live };
  await storage.put(pointer, Buffer.from(JSON.stringify(mirror)), HEADERS);
  await storage.put(liveFileKey(PROJECT, live), Buffer.from(JSON.stringify(makeLiveFile(at))), HEADERS);
  const bare = await Child.start<{ url: string }>(new URL('./bare-file.ts', import.meta.url), {
    path: path.join(directory, 'objects', 'data', `${pointer}@`),
  });
  later(() => bare.child.end());
  const host = await startHost(directory, later);
  const nginx = await startNginx(files, later);
  if (nginx === null) say("nginx isn't installed, so its figures are missing (Debian: apt install nginx-light)");
  const load = await Child.start(new URL('../pointer/load.ts', import.meta.url), null);
  later(() => load.child.end());

  const figures: Figure[] = [];
  const compare = async (
    what: string,
    mine: string,
    other: string,
    name: string,
    goals: Record<'rate' | 'p99', Goal | undefined>,
  ) => {
    const put = (url: string): Promise<LoadResult> => {
      const options: LoadOptions = {
        url,
        token: 'none',
        connections: CONNECTIONS,
        seconds: SECONDS,
        most: MOST_REQUESTS,
      };
      return load.child.ask<LoadResult>(options);
    };
    const rounds: { mine: LoadResult; other: LoadResult }[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const result = { other: await put(other), mine: await put(mine) };
      if (round === 0) continue;
      rounds.push(result);
      const [ours, theirs] = [result.mine, result.other].map(({ requestsPerSecond }) => Math.round(requestsPerSecond));
      say(`${what}, round ${round} of ${ROUNDS}: ${ours} against ${theirs} a second`);
    }
    const ratios = (key: 'requestsPerSecond' | 'p99') => rounds.map((round) => round.mine[key] / round.other[key]);
    figures.push(
      figure(
        `${what}: content host`,
        'requests/s',
        rounds.map((round) => round.mine.requestsPerSecond),
      ),
      figure(
        `${what}: ${name}`,
        'requests/s',
        rounds.map((round) => round.other.requestsPerSecond),
      ),
      figure(`${what}: part of ${name}`, '', ratios('requestsPerSecond'), goals.rate),
      figure(`${what}: p99 against ${name}`, '', ratios('p99'), goals.p99),
    );
  };
  for (const [index, key] of keys.entries()) {
    if (nginx === null) break;
    const goals = { rate: { atLeast: 0.5 }, p99: { atMost: 2 } };
    await compare(`${SIZES[index]} bytes`, `${host}/${key}`, `${nginx}/${key}`, 'nginx', goals);
  }
  const goals = { rate: { atLeast: 0.8 }, p99: undefined };
  await compare('the live pointer', `${host}/${pointer}`, bare.ready.url, 'a bare server', goals);
  return figures;
}

/** The built content host, whose log goes to a file. */
async function startHost(directory: string, later: Later): Promise<string> {
  const main = new URL('../../../apps/content/dist/main.js', import.meta.url);
  const host = spawn(process.execPath, [main.pathname], {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', CONTENT_PORT: '0', STELE_DATA_DIR: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  later(async () => {
    const ended = once(host, 'exit');
    host.kill('SIGTERM');
    await ended;
  });
  for await (const line of createInterface({ input: host.stdout })) {
    const { port, msg } = JSON.parse(line) as { port?: number; msg: string };
    if (msg !== 'the content host listens') continue;
    host.stdout.resume();
    return `http://127.0.0.1:${port}`;
  }
  throw new Error('The content host ended instead of listening.');
}
