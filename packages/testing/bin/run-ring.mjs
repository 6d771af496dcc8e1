#!/usr/bin/env node
// Runs the tests of a ring in the package that it's called in, for turbo: `stele-ring first`, `stele-ring rest`. Words behind
// that go to vitest. Leaves vitest's report in .test/<name>.json: the name is the ring's, or what comes as `--name=`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { listFullTests } from '../full-tests.mjs';

const [ring, ...rest] = process.argv.slice(2);
const words = rest.filter((word) => !word.startsWith('--name='));
const name = rest.find((word) => word.startsWith('--name='))?.slice('--name='.length) ?? ring;
const report = path.join('.test', `${name}.json`);
rmSync(report, { force: true });
mkdirSync('.test', { recursive: true });
// The packages that pnpm's scripts add are none of the package's own.
const { TEST_LONG: _, NODE_PATH: __, ...environment } = process.env;
const env = { ...environment, TEST_RING: ring };
const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
// Files without tests of the ring aren't loaded.
const files = ring === 'rest' && words.length === 0 ? listFullTests('.') : [];
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', ...files, ...words, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  { stdio: 'inherit', env },
);
process.exitCode = status ?? 1;
