import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = path.resolve(import.meta.dirname, '../../bench');

it('starts the benchmarks with the packages as they are built', () => {
  if (!existsSync(path.join(FOLDER, '../packages/core/dist'))) throw new Error('Build the packages first: pnpm build.');
  const { scripts } = JSON.parse(readFileSync(path.join(FOLDER, 'package.json'), 'utf8'));
  const [, program] = scripts.bench.split('&& ');

  const { status, stderr } = spawnSync(`${program} nosuch`, { cwd: FOLDER, shell: true, encoding: 'utf8' });

  expect(stderr).toMatch(/^There is no benchmark nosuch\.\n/);
  expect(status).toBe(1);
});
