import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listChangedFiles } from './changed-files.mjs';

let root;

const write = (name, text) => writeFile(path.join(root, name), text);
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd: root });

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'stele-changed-'));
  git('init', '--quiet');
  await write('kept.ts', 'kept');
  await write('removed.ts', 'removed');
  git('add', '.');
  git('commit', '--quiet', '--message=First');
});

afterEach(() => rm(root, { recursive: true }));

test('changed and new files are listed, removed and ignored ones are not', async () => {
  await write('kept.ts', 'changed');
  await write('new file.ts', 'new');
  await write('.gitignore', '*.log');
  await write('x.log', 'ignored');
  await rm(path.join(root, 'removed.ts'));
  expect(listChangedFiles(root).sort()).toEqual(['.gitignore', 'kept.ts', 'new file.ts']);
});

test('since an earlier commit, what later commits changed is listed too', async () => {
  await write('kept.ts', 'changed');
  git('commit', '--quiet', '--all', '--message=Second');
  expect(listChangedFiles(root)).toEqual([]);
  expect(listChangedFiles(root, 'HEAD~1')).toEqual(['kept.ts']);
  expect(() => listChangedFiles(root, '--output=x')).toThrow();
});
