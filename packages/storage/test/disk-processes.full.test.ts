// @module-tag full
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskStorage, type DiskStorage } from '../src/index.ts';
import { bytes, keys, text } from './helpers.ts';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const script = (name: string): string => fileURLToPath(new URL(`./children/${name}.mjs`, import.meta.url));

describe('several processes on one folder', () => {
  let base: string;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    await run('node', [join('node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json'], {
      cwd: packageFolder,
    });
    base = await mkdtemp(join(tmpdir(), 'stele-processes-'));
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(base, { recursive: true, force: true });
  });

  function open(directory: string): DiskStorage {
    const signingKey = 'a signing key of at least 32 characters';
    return createDiskStorage({ driver: 'disk', directory, publicUrl: 'http://content.test', signingKey });
  }

  function start(name: string, ...args: string[]): ChildProcess {
    const child = spawn('node', [script(name), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    return child;
  }

  async function kill(child: ChildProcess): Promise<void> {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  it('loses no acknowledged put and shows no torn object after kills, and cleans up behind them', async () => {
    const directory = join(base, 'kill');
    const acknowledged: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      const child = start('put-forever', directory, String(round));
      const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
      let count = 0;
      for await (const line of lines) {
        acknowledged.push(line);
        count += 1;
        if (count === 200) child.kill('SIGKILL');
      }
    }
    const storage = open(directory);
    await storage.check();
    expect(await readdir(join(directory, 'tmp'))).toEqual([]);
    const present = await keys(storage, '');
    expect(present).toEqual(expect.arrayContaining(acknowledged));
    for (const key of present) {
      const found = await storage.get(key);
      const expected = Buffer.alloc(20_000 + Number(key.split('/').at(-1)), key);
      expect(expected.equals(found?.body ?? new Uint8Array())).toBe(true);
    }
  });

  it('lets no conditional put overwrite another', async () => {
    const directory = join(base, 'count');
    const storage = open(directory);
    await storage.put('counter', bytes('0'), { contentType: 'text/plain' });
    const counters = await Promise.all([1, 2, 3].map(() => run('node', [script('count-up'), directory, '60'])));
    const successes = counters.reduce((sum, { stdout }) => sum + Number(stdout), 0);
    expect(successes).toBeGreaterThanOrEqual(60);
    expect(text((await storage.get('counter'))?.body)).toBe(String(successes));
    expect(await readdir(join(directory, 'tmp'))).toEqual([]);
  });

  it('waits for the change of a living process, and not for that of a killed one', async () => {
    const directory = join(base, 'stall');
    const storage = open(directory);
    const { etag } = await storage.put('mutable', bytes('1'), { contentType: 'text/plain' });
    await mkdir(join(directory, 'tmp'), { recursive: true });
    const child = start('claim-and-stall', join(directory, 'tmp'), 'mutable');
    await once(child.stdout as NodeJS.ReadableStream, 'data');

    const events: string[] = [];
    const put = storage.put('mutable', bytes('2'), { contentType: 'text/plain', ifMatch: etag });
    const waiting = put.then(() => events.push('put'));
    for (let n = 0; n < 30; n += 1) await storage.put(`other/${n}`, bytes('x'), { contentType: 'text/plain' });
    events.push('killed');
    await kill(child);
    await waiting;
    expect(events).toEqual(['killed', 'put']);
    expect(text((await storage.get('mutable'))?.body)).toBe('2');
  });

  it('leaves the files of a living process alone when another starts', async () => {
    const directory = join(base, 'alive');
    await open(directory).check();
    const child = start('claim-and-stall', join(directory, 'tmp'), 'mutable');
    await once(child.stdout as NodeJS.ReadableStream, 'data');
    await open(directory).check();
    expect(await readdir(join(directory, 'tmp'))).toHaveLength(1);
    await kill(child);
    await open(directory).check();
    expect(await readdir(join(directory, 'tmp'))).toEqual([]);
  });
});
