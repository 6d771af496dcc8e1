// @module-tag full
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '@stele/testing/free-ports';
import { afterEach, beforeEach, expect, it } from 'vitest';

const COMMAND = path.join(import.meta.dirname, '..', 'dist', 'main.js');
const PUBLIC = {
  API_URL: 'https://api.cms.invalid',
  ADMIN_URL: 'https://cms.invalid',
  CONTENT_URL: 'https://content.cms.invalid/files',
};

let folder: string;
let ports: Record<string, string>;

beforeEach(async () => {
  if (!existsSync(COMMAND)) throw new Error('Build the server first: pnpm build.');
  folder = await mkdtemp(path.join(tmpdir(), 'stele-public-'));
  const [api, admin, content] = await freePorts(3);
  ports = { API_PORT: String(api), ADMIN_PORT: String(admin), CONTENT_PORT: String(content) };
});
afterEach(() => rm(folder, { recursive: true }));

/** Starts an instance on its data, and stops it once it says that it runs, or ends. @returns the instance's output */
async function start(settings: Readonly<Record<string, string>>): Promise<string> {
  const child: ChildProcess = spawn(process.execPath, [COMMAND, '--data', folder], {
    env: { PATH: process.env.PATH, ...ports, ...settings },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text: Buffer) => {
      output += text;
      if (output.includes('Press Ctrl-C')) child.kill('SIGTERM');
    });
  }
  await new Promise((resolve) => child.once('close', resolve));
  return output;
}

it('starts behind a proxy that is not there yet, with a code for the first owner and no demo', async () => {
  const output = await start(PUBLIC);
  expect(output).toContain('Stele is running.');
  for (const url of Object.values(PUBLIC))
    expect(output).toMatch(new RegExp(`^${url} \\(\\w+\\) can't be reached`, 'm'));
  expect(output).toMatch(/Set-up code {2}\S+/);
  expect(output).not.toContain('Sign in');
  expect(existsSync(path.join(folder, 'instance.json'))).toBe(false);
});

it('starts where a demo was made before, and shows its published file but no login', async () => {
  expect(await start({})).toMatch(/Sign in {3}\S+ {2}\S+/);
  const output = await start(PUBLIC);
  expect(output).toMatch(/^ {2}https:\/\/content\.cms\.invalid\/files\/\S+\.json$/m);
  expect(output).not.toMatch(/Sign in|stl_/);
});
