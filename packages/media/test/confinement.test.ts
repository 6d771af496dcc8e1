import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { confinement } from '../src/index.ts';
import { childCommand } from '../src/parent/child-command.ts';
import { permissionFlags } from '../src/parent/confinement.ts';

/** Runs a program as media's processes run. The program prints its result as JSON. */
async function tried(program: string): Promise<unknown> {
  const { command, args, env } = await childCommand(1536, 'stele-none-*');
  const result = await promisify(execFile)(command, [...args.slice(0, -1), '--input-type=module', '-e', program], {
    env,
  });
  return JSON.parse(result.stdout);
}

const { files, network } = await confinement();

const codeOf = `const codeOf = (work) => { try { work(); return 'done'; } catch (error) { return error.code; } };`;

test.skipIf(!files)('the processes that read media reach no other files', async () => {
  const outside = path.resolve(import.meta.dirname, '../../../package.json');
  const places = JSON.stringify([outside, path.join(import.meta.dirname, '../package.json')]);
  const program = `import { readFileSync, writeFileSync } from 'node:fs'; ${codeOf}
    const [outside, own] = ${places};
    console.log(JSON.stringify([codeOf(() => readFileSync(outside)), codeOf(() => readFileSync(own)),
      codeOf(() => writeFileSync(own + '.x', ''))]));`;
  expect(await tried(program)).toEqual(['ERR_ACCESS_DENIED', 'done', 'ERR_ACCESS_DENIED']);
});

test.skipIf(!files)('they reach the packages beside their own, also where that has some itself', async () => {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'stele-packages-')));
  const packages = path.join(folder, 'node_modules');
  const beside = path.join(packages, '@img', 'reader.js');
  const own = path.join(packages, '@stele', 'server');
  for (const file of [beside, path.join(packages, 'sharp', 'index.js'), path.join(own, 'node_modules', 'x.js')]) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, '');
  }
  try {
    const entry = path.join(own, 'dist', 'main.js');
    const program = `console.log(require('node:fs').readFileSync(${JSON.stringify(beside)}, 'utf8') + 'read')`;
    const args = [...permissionFlags(entry, false, 'stele-none-*'), '-e', program];
    expect((await promisify(execFile)(process.execPath, args)).stdout).toBe('read\n');
    // Node 20.19.0 finds no package of the outer folder when one of two is in the other.
    const folders = args.flatMap((flag) => /^--allow-fs-read=(.+)\*$/.exec(flag)?.[1] ?? []);
    const nested = folders.filter((one) => folders.some((other) => other !== one && one.startsWith(other)));
    expect(nested).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.skipIf(!network)('they have no network, not even that of this machine', async () => {
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

test.skipIf(process.platform !== 'linux')('they start under a parent whose priority is lower than theirs', async () => {
  const { command, args, env } = await childCommand(1536, 'stele-none-*');
  const child = spawn('nice', ['-n', '15', command, ...args], { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let output = '';
  child.stderr?.on('data', (text: Buffer) => {
    output += text.toString();
  });
  const said = await new Promise((resolve) => {
    child.once('message', resolve);
    child.once('close', (code) => resolve(`ended with ${code}: ${output}`));
  });
  child.kill();
  expect(said).toEqual({ type: 'ready' });
});
