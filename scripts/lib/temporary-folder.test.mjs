import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryPlace } from './memory-folder.mjs';
import { runCommand } from './run-command.mjs';
import { TemporaryFolder } from './temporary-folder.mjs';

/** A program that leaves a folder among the temporary files, and prints its path. */
const LEAVES = `console.log(require('node:fs').mkdtempSync(require('node:path').join(require('node:os').tmpdir(), 'left-')))`;

test('what a program leaves among its temporary files is removed with them', async () => {
  const folder = new TemporaryFolder();
  const { output: left } = await runCommand(process.execPath, ['-e', LEAVES], { env: folder.env });
  expect(path.dirname(left)).toBe(folder.path);
  expect(existsSync(left)).toBe(true);
  folder.remove();
  expect(existsSync(folder.path)).toBe(false);
});

test('its name leaves room for paths of sockets', () => {
  const folder = new TemporaryFolder();
  expect(folder.path.length - temporaryPlace().length).toBeLessThanOrEqual('/stele-run-123456'.length);
  folder.remove();
});

test.each(['SIGKILL', 'SIGTERM'])('a process that ends by %s leaves none', async (signal) => {
  const module = pathToFileURL(path.join(import.meta.dirname, 'temporary-folder.mjs'));
  const program = `import { TemporaryFolder } from '${module}'; console.log(new TemporaryFolder().path); setInterval(() => {}, 1e6);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program]);
  const [folder] = await once(createInterface({ input: owner.stdout }), 'line');
  mkdirSync(path.join(folder, 'deep'));
  writeFileSync(path.join(folder, 'deep', 'file'), '');
  owner.kill(signal);
  await expect.poll(() => existsSync(folder), { timeout: 60_000 }).toBe(false);
});
