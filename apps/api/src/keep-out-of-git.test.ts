import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepOutOfGit } from './keep-out-of-git.ts';

const log = pino({ level: 'silent' });
let site: string;
let data: string;

beforeEach(async () => {
  site = await mkdtemp(path.join(tmpdir(), 'stele-git-'));
  data = path.join(site, '.stele');
});
afterEach(() => rm(site, { recursive: true }));

it('git adds nothing of a data folder within a repository', async () => {
  await promisify(execFile)('git', ['init', '--quiet', site]);
  await mkdir(data);
  await writeFile(path.join(data, 'auth.secret'), 'secret');
  await keepOutOfGit(data, log);
  await keepOutOfGit(data, log);
  const { stdout } = await promisify(execFile)('git', ['add', '--all', '--dry-run', '.'], { cwd: site });
  expect(stdout).toBe('');
});

it('leaves a .gitignore that is there, a project, and a folder that is not there', async () => {
  await keepOutOfGit(data, log);
  expect(await readdir(site)).toEqual([]);
  await writeFile(path.join(site, 'package.json'), '{}');
  await keepOutOfGit(site, log);
  expect(await readdir(site)).toEqual(['package.json']);
  await mkdir(data);
  await writeFile(path.join(data, '.gitignore'), 'logs\n');
  await keepOutOfGit(data, log);
  expect(await readFile(path.join(data, '.gitignore'), 'utf8')).toBe('logs\n');
});

it('says what could not be written, and goes on', async () => {
  const file = path.join(site, 'a-file');
  await writeFile(file, '');
  const said: string[] = [];
  await keepOutOfGit(file, { warn: (_fields: object, message?: string) => void said.push(message ?? '') });
  expect(said).toEqual([expect.stringContaining('could not write a .gitignore')]);
});
