import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { init, parse } from 'es-module-lexer';
import { beforeAll, describe, expect, it } from 'vitest';

const PACKAGE = path.join(import.meta.dirname, '..');
const ROOT = path.join(PACKAGE, '..', '..');
const DIST = path.join(PACKAGE, 'dist');
const PARTS = [
  ...['core', 'http', 'media', 'schema', 'snapshot', 'storage'].map((name) => `packages/${name}`),
  ...['api', 'content'].map((name) => `apps/${name}`),
];
/** The folders of the programs. */
const FOLDERS = ['.', 'programs', 'packages/media/dist/child'];

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const manifestOf = async (folder: string): Promise<Manifest> => ({
  dependencies: {},
  ...JSON.parse(await readFile(path.join(ROOT, folder, 'package.json'), 'utf8')),
});

beforeAll(async () => {
  if (!existsSync(path.join(DIST, 'apps'))) throw new Error('Build the server first: pnpm build.');
  await init;
});

describe('the assembled server', () => {
  it.each(FOLDERS)('imports nothing but what its manifest names, and no file that is not there: %s', async (folder) => {
    const { dependencies, peerDependencies } = await manifestOf('packages/server');
    const named = { ...dependencies, ...peerDependencies };
    const files = (await readdir(path.join(DIST, folder))).filter((file) => file.endsWith('.js'));
    const packages = new Set<string>();
    const local = new Set<string>();
    for (const file of files) {
      for (const { n: name } of parse(await readFile(path.join(DIST, folder, file), 'utf8'))[0]) {
        if (name === undefined || isBuiltin(name)) continue;
        if (name.startsWith('.')) local.add(name.slice(2));
        else packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
      }
    }
    expect([...local].filter((file) => !files.includes(file))).toEqual([]);
    expect([...packages].filter((name) => !(name in named))).toEqual([]);
    // A program that another one imported would run.
    expect([...local].filter((file) => ['main.js', 'api.js', 'content.js'].includes(file))).toEqual([]);
  });

  it('has source maps, so that errors name the sources', async () => {
    const program = `import { verifyBackupCommand } from './programs/commands.js';
      await verifyBackupCommand({ from: '/no/such/place' }).catch(({ stack }) => console.log(stack));`;
    const args = ['--enable-source-maps', '--input-type=module', '--eval', program];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: DIST });
    expect(stdout).toMatch(/openBackupStorage \(.*apps\/api\/src\/operate\/backup-storage\.ts:\d+/);
  });

  it('depends on what its parts depend on, or bundles it, in the same versions, and on nothing of this repository', async () => {
    const { dependencies, devDependencies } = await manifestOf('packages/server');
    const licences = await readFile(path.join(DIST, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    const parts = await Promise.all(PARTS.map(manifestOf));
    // Where the API runs as a Next.js app it needs those; its own server doesn't.
    const needed = parts
      .flatMap((manifest) => Object.keys(manifest.dependencies))
      .filter((name) => !name.startsWith('@stele/') && !['next', 'react', 'react-dom'].includes(name));
    const bundled = needed.filter((name) => !(name in dependencies));
    expect(bundled).toEqual(expect.arrayContaining(['@prisma/client', 'better-auth', 'zod']));
    for (const name of bundled) expect([name, devDependencies[name]]).toEqual([name, 'catalog:']);
    expect(bundled.filter((name) => !licences.includes(`\n${name} `))).toEqual([]);
    expect(Object.keys(dependencies).filter((name) => name.startsWith('@stele/'))).toEqual([]);
    expect(new Set(Object.values(dependencies))).toEqual(new Set(['catalog:']));
  });

  it('needs no Next.js where it is installed', async () => {
    const { dependencies } = await manifestOf('packages/server');
    expect(Object.keys(dependencies).filter((name) => /^(next|react)\b/.test(name))).toEqual([]);
  });

  it('has the migrations, the pages and the licences of what is bundled', async () => {
    const migrations = path.join('prisma', 'migrations');
    expect(await readdir(path.join(DIST, migrations))).toEqual(await readdir(path.join(ROOT, migrations)));
    for (const file of ['admin/index.html', 'admin/index.html.br', 'api/dist/reference/scalar.js.gz']) {
      expect(existsSync(path.join(DIST, 'apps', file)), file).toBe(true);
    }
    const licences = await readFile(path.join(DIST, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['@tiptap/core', 'radix-ui', 'lucide-react']) expect(licences).toContain(`\n${name} `);
    const copyleft = licences.match(/^.* \([^)\n]*GPL[^)\n]*\)$/gm) ?? [];
    // The library below sharp: installed as it is, not bundled.
    expect(copyleft.filter((line) => !line.startsWith('@img/sharp-libvips'))).toEqual([]);
  });
});
