import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from '@babel/parser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..', '..');
const BIN = path.join(ROOT, 'scripts', 'bin.cjs');
const PACKAGES = path.join(ROOT, 'packages');

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'stele-bin-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return [status, stdout, stderr];
}

describe('what the commands of packages begin with', () => {
  /** A package whose program no old version of Node reads, run as by a version of Node. */
  function runOn(node) {
    mkdirSync(path.join(folder, 'dist'));
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module","engines":{"node":">=20.19"}}');
    writeFileSync(
      path.join(folder, 'dist', 'main.js'),
      'console.log(process.argv.slice(2).join()); process.exitCode = 7;',
    );
    cpSync(BIN, path.join(folder, 'dist', 'bin.cjs'));
    const version = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } });`;
    writeFileSync(path.join(folder, 'version.cjs'), version);
    return run('--require', './version.cjs', 'dist/bin.cjs', 'one', 'two');
  }

  it.each(['20.19.0', '20.20.2', '22.0.0', '100.1.0'])('runs the program on Node %s', (node) => {
    expect(runOn(node)).toEqual([7, 'one,two\n', '']);
  });

  it.each(['8.17.0', '18.20.8', '20.9.0', '20.18.3'])('names the Node that is needed on Node %s', (node) => {
    const said = `Stele needs Node 20.19 or newer, and this is Node ${node}. Newer ones: https://nodejs.org\n`;
    expect(runOn(node)).toEqual([2, '', said]);
  });

  it('is a script that imports nothing before it has looked at the version', () => {
    const { program } = parse(readFileSync(BIN, 'utf8'), { sourceType: 'script' });
    expect(program.body.map(({ type }) => type)).not.toContain('ImportDeclaration');
  });

  it('is the command of each package that has one', () => {
    const manifests = readdirSync(PACKAGES).map((name) =>
      JSON.parse(readFileSync(path.join(PACKAGES, name, 'package.json'), 'utf8')),
    );
    const withBin = manifests.filter(({ bin, name, private: own }) => bin && !own && name !== 'stele');
    expect(withBin.length).toBeGreaterThan(2);
    for (const { name, bin, engines } of withBin) {
      expect([name, ...Object.values(bin), engines.node]).toEqual([name, './dist/bin.cjs', '>=20.19']);
    }
  });
});

it('the package stele says how to start', () => {
  const [status, stdout, stderr] = run(path.join(PACKAGES, 'stele', 'bin.cjs'));
  expect([status, stdout]).toEqual([2, '']);
  for (const line of ['npm create stele@latest', 'npm install --save-dev @stele/cli', 'npx stele init'])
    expect(stderr).toContain(line);
});
