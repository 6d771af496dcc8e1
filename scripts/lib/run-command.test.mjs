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
  expect(result).toMatchObject({ code: 3, timedOut: false });
  expect(lines.sort()).toEqual(['one', 'three', 'two']);
});

test('a variable that is undefined is taken out of the environment', async () => {
  const { output } = await node(`console.log(process.env.STELE_A, process.env.PATH)`, {
    env: { STELE_A: 'a', PATH: undefined },
  });
  expect(output).toBe('a undefined');
});

test('what takes longer than its time is killed with all that it started, in other process groups too', async () => {
  const { code, timedOut, output } = await node(withDescendant('setInterval(() => {}, 1e6);'), { seconds: 10 });
  expect({ code, timedOut }).toEqual({ code: null, timedOut: true });
  expect(await isGone(Number(output))).toBe(true);
});

test('a program that cannot be started is an error', async () => {
  await expect(runCommand('/nowhere/at/all', [])).rejects.toThrow('ENOENT');
});
