import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { confinement } from '../src/index.ts';
import { childCommand } from '../src/parent/child-command.ts';

/** What a program finds that runs as media's processes do. */
async function tried(program: string): Promise<unknown> {
  const { command, args, env } = childCommand(1536, 'stele-none-*');
  const result = await promisify(execFile)(command, [...args.slice(0, -1), '--input-type=module', '-e', program], {
    env,
  });
  return JSON.parse(result.stdout);
}

const codeOf = `const codeOf = (work) => { try { work(); return 'done'; } catch (error) { return error.code; } };`;

test.skipIf(!confinement().files)('the processes that read media reach the files of nobody else', async () => {
  const outside = path.resolve(import.meta.dirname, '../../../package.json');
  const places = JSON.stringify([outside, path.join(import.meta.dirname, '../package.json')]);
  const program = `import { readFileSync, writeFileSync } from 'node:fs'; ${codeOf}
    const [outside, own] = ${places};
    console.log(JSON.stringify([codeOf(() => readFileSync(outside)), codeOf(() => readFileSync(own)),
      codeOf(() => writeFileSync(own + '.x', ''))]));`;
  expect(await tried(program)).toEqual(['ERR_ACCESS_DENIED', 'done', 'ERR_ACCESS_DENIED']);
});

test.skipIf(!confinement().network)('they have no network, not even that of this machine', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const program = `import { connect } from 'node:net';
    const socket = connect(${port}, '127.0.0.1');
    socket.on('connect', () => { console.log('"connected"'); process.exit(); });
    socket.on('error', ({ code }) => console.log(JSON.stringify(code)));`;
  expect(await tried(program)).toBe('ENETUNREACH');
  server.close();
});
