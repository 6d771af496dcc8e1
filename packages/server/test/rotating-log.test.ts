import { existsSync, readdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RotatingLog } from '../src/rotating-log.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stele-log-'));
  file = path.join(folder, 'logs', 'api.log');
});
afterEach(() => rm(folder, { recursive: true }));

test('a log goes on where it ended, readable by its owner only', async () => {
  const first = new RotatingLog(file);
  first.write(Buffer.from('first\n'));
  first.close();
  const second = new RotatingLog(file);
  second.write(Buffer.from('second\n'));
  second.close();
  expect(await readFile(file, 'utf8')).toBe('first\nsecond\n');
  expect(second.recent).toBe('second\n');
  expect((await stat(file)).mode & 0o077).toBe(0);
});

test('a log that grows becomes five files at most, each of bounded size', async () => {
  const log = new RotatingLog(file, 1000);
  for (let n = 0; n < 1000; n++) log.write(Buffer.from(`${String(n).padStart(99, '0')}\n`));
  log.close();
  expect(readdirSync(path.dirname(file)).sort()).toEqual([
    'api.log',
    'api.log.1',
    'api.log.2',
    'api.log.3',
    'api.log.4',
  ]);
  const lines: number[] = [];
  for (const name of ['api.log.4', 'api.log.3', 'api.log.2', 'api.log.1', 'api.log']) {
    const text = await readFile(path.join(path.dirname(file), name), 'utf8');
    expect(text.length).toBeLessThanOrEqual(1000);
    lines.push(...text.trimEnd().split('\n').map(Number));
  }
  expect(lines).toEqual(Array.from({ length: 50 }, (_, n) => 950 + n));
});

test.skipIf(!existsSync('/dev/full'))(
  'a full disk takes nothing but the lines, and the log says so afterwards',
  async () => {
    new RotatingLog(file).close();
    unlinkSync(file);
    symlinkSync('/dev/full', file);
    const log = new RotatingLog(file);
    log.write(Buffer.from('lost\n'));
    expect(log.recent).toBe('lost\n');
    log.close();
    unlinkSync(file);
    await writeFile(file, '');
    log.write(Buffer.from('kept\n'));
    log.close();
    expect(await readFile(file, 'utf8')).toBe('\n5 bytes of the log could not be written.\nkept\n');
  },
);
