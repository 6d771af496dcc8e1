import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const SCRIPT = path.join(import.meta.dirname, '..', 'before-packing.mjs');
const PACKAGES = path.join(import.meta.dirname, '..', '..', 'packages');

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'stele-packing-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs what comes before packing, in the folder of a package. */
function pack(manifest, agent = 'pnpm/12.0.0') {
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  const env = { ...process.env, npm_config_user_agent: agent };
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT], { cwd: folder, env, encoding: 'utf8' });
  return [status, stderr.trim()];
}

it('refuses a package whose built files are missing, and names them', () => {
  const manifest = {
    bin: { tool: './dist/main.js' },
    exports: { '.': { source: './src/index.ts', default: './dist/index.js' } },
    publishConfig: { exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } } },
  };
  const missing = './dist/main.js, ./dist/index.d.ts, ./dist/index.js';
  expect(pack(manifest)).toEqual([1, `Build first, with \`pnpm build\`: ${missing} would be missing.`]);
  mkdirSync(path.join(folder, 'dist'));
  for (const name of ['main.js', 'index.d.ts', 'index.js']) writeFileSync(path.join(folder, 'dist', name), '');
  expect(pack(manifest)).toEqual([0, '']);
});

it('refuses another tool than pnpm', () => {
  expect(pack({}, 'npm/11.0.0')).toEqual([1, expect.stringContaining('pnpm pack')]);
});

it('is asked by every package that is published', () => {
  const published = readdirSync(PACKAGES)
    .map((name) => JSON.parse(readFileSync(path.join(PACKAGES, name, 'package.json'), 'utf8')))
    .filter((manifest) => !manifest.private);
  expect(published.length).toBeGreaterThan(4);
  for (const { name, scripts } of published)
    expect([name, scripts.prepack]).toEqual([name, expect.stringContaining('before-packing.mjs')]);
});
