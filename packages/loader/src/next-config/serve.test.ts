import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NextConfig } from 'next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NOTES_VARIABLE } from '../builds/read-media.ts';
import withStele from './index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stele-next-config-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const inPhase = (phase: string, config: NextConfig = {}) => withStele(config)(phase, { defaultConfig: {} });
const SERVER = ['server.ts', 'server.js'];

it('has routes that need a server wherever one runs, and leaves them out of an export', async () => {
  const extensions = async (phase: string, config?: NextConfig) => (await inPhase(phase, config)).pageExtensions;
  const usual = ['tsx', 'ts', 'jsx', 'js', ...SERVER];
  expect(await extensions('phase-production-server')).toEqual(usual);
  expect(await extensions('phase-production-server', { pageExtensions: ['mdx'] })).toEqual(['mdx', ...SERVER]);
  expect(await extensions('phase-export', { output: 'export' })).toBeUndefined();
  expect(await inPhase('phase-development-server', { output: 'export' })).toMatchObject({ pageExtensions: usual });
  expect(await inPhase('phase-development-server', { output: 'export' })).not.toHaveProperty('output');
  expect(await inPhase('phase-development-server', { output: 'standalone' })).toHaveProperty('output', 'standalone');
});

it('tells stele dev where the website is, in development only', async () => {
  const file = path.join(folder, 'site-url');
  vi.stubEnv('STELE_SITE_FILE', file);
  vi.stubEnv('PORT', '4210');
  await inPhase('phase-production-server');
  await expect(readFile(file)).rejects.toThrow('ENOENT');
  await inPhase('phase-development-server', { basePath: '/docs' });
  expect(await readFile(file, 'utf8')).toBe('http://localhost:4210/docs\n');
});

it('looks at what was built after builds only, and not after other commands that read the config as they do', async () => {
  const { argv } = process;
  delete (globalThis as { [key: symbol]: unknown })[Symbol.for('stele.next.finishes')];
  // A build keeps notes there.
  vi.stubEnv('TMPDIR', folder);
  vi.stubEnv(NOTES_VARIABLE, '');
  const once = vi.spyOn(process, 'once').mockReturnThis();
  try {
    for (const [command, calls] of [
      ['typegen', 0],
      ['analyze', 0],
      ['build', 1],
    ] as const) {
      process.argv = ['node', 'next', command];
      await inPhase('phase-production-build');
      expect(once.mock.calls.filter(([name]) => name === 'exit')).toHaveLength(calls);
    }
  } finally {
    process.argv = argv;
    once.mockRestore();
  }
});

it.each<[NextConfig['logging'], unknown]>([
  [undefined, { incomingRequests: { ignore: [expect.any(RegExp)] } }],
  [{ fetches: {} }, { fetches: {}, incomingRequests: { ignore: [expect.any(RegExp)] } }],
  [{ incomingRequests: { ignore: [/a/] } }, { incomingRequests: { ignore: [/a/, expect.any(RegExp)] } }],
  [{ incomingRequests: false }, { incomingRequests: false }],
  [false, false],
])('logs no checks of pages in development: %j', async (logging, expected) => {
  const config: NextConfig = logging === undefined ? {} : { logging };
  expect((await inPhase('phase-development-server', config)).logging).toEqual(expected);
});
