import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { runCommand } from './run-command.mjs';

const node = (program, options) => runCommand(process.execPath, ['-e', program], options);

/** A program that starts another in a session of its own, which never ends, prints its pid, and goes on with `after`. */
const withDescendant = (after) => `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { detached: true, stdio: 'inherit' });
  console.log(child.pid);
  child.unref();
  ${after}`;

async function isGone(pid) {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch (error) {
      return error.code === 'ESRCH';
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('output and errors come line by line, with the exit code at the end', async () => {
  const lines = [];
  const result = await node(`console.log('one\\ntwo'); console.error('three'); process.exitCode = 3`, {
    onLine: (line) => lines.push(line),
  });
  expect(result).toMatchObject({ code: 3, aborted: false });
  expect(lines.sort()).toEqual(['one', 'three', 'two']);
});

test('a variable that is undefined is taken out of the environment', async () => {
  const { output } = await node(`console.log(process.env.STELE_A, process.env.PATH)`, {
    env: { STELE_A: 'a', PATH: undefined },
  });
  expect(output).toBe('a undefined');
});

test('what is aborted is killed with all that it started, in other process groups too', async () => {
  const stop = new AbortController();
  const { code, aborted, output } = await node(withDescendant('setInterval(() => {}, 1e6);'), {
    signal: stop.signal,
    onLine: () => stop.abort(),
  });
  expect({ code, aborted }).toEqual({ code: null, aborted: true });
  expect(await isGone(Number(output))).toBe(true);
});

test('a program that cannot be started is an error', async () => {
  await expect(runCommand('/nowhere/at/all', [])).rejects.toThrow('ENOENT');
});

test('the processor time of a command and its children is measured, and its exit code stays', async () => {
  const busy = `const end = process.cpuUsage().user + 200_000; while (process.cpuUsage().user < end);`;
  const program = `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(busy)}]); process.exit(3)`;
  const { code, processorSeconds } = await node(program, { measured: true });
  expect(code).toBe(3);
  expect(processorSeconds).toBeGreaterThanOrEqual(0.2);
  expect((await node('')).processorSeconds).toBe(null);
});

test('on Windows, which has no shell to measure with, a command runs without being measured', async () => {
  const result = await node('process.exit(3)', { measured: true, platform: 'win32' });
  expect(result).toMatchObject({ code: 3, processorSeconds: null });
});

test('when the process that runs a command is killed, the command and all that it started are gone, too', async () => {
  const command = `console.log(process.pid); ${withDescendant('setInterval(() => {}, 1e6);')}`;
  const url = pathToFileURL(path.join(import.meta.dirname, 'run-command.mjs'));
  const runner = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { runCommand } from '${url}';
     await runCommand(process.execPath, ['-e', ${JSON.stringify(command)}], { onLine: (pid) => console.log(pid), measured: true });`,
  ]);
  let output = '';
  for await (const part of runner.stdout) {
    output += part;
    if (/\d+\n\d+\n/.test(output)) break;
  }
  runner.kill('SIGKILL');
  await once(runner, 'exit');
  for (const pid of output.trim().split('\n')) expect(await isGone(Number(pid))).toBe(true);
});
