import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { init, parse } from 'es-module-lexer';
import { beforeAll, describe, expect, it } from 'vitest';

const PACKAGE = path.join(import.meta.dirname, '..');
const ROOT = path.join(PACKAGE, '..', '..');
const DIST = path.join(PACKAGE, 'dist');
const INNER = [
  'packages/core',
  'packages/http',
  'packages/media',
  'packages/schema',
  'packages/snapshot',
  'packages/storage',
];
const APPS = ['apps/api', 'apps/content'];

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

/** The packages that the compiled scripts import, and the missing files among those that they import relatively. */
async function importsBelow(folder: string): Promise<{ packages: Set<string>; missing: string[] }> {
  const packages = new Set<string>();
  const missing: string[] = [];
  for (const file of await readdir(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.js')) continue;
    const from = path.join(folder, file);
    for (const { n: name } of parse(await readFile(from, 'utf8'))[0]) {
      if (name === undefined || isBuiltin(name)) continue;
      if (!name.startsWith('.')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
      else if (!existsSync(path.resolve(path.dirname(from), name))) missing.push(`${file}: ${name}`);
    }
  }
  return { packages, missing };
}

describe('the assembled server', () => {
  it('imports nothing but what its manifest names, and no file that is not there', async () => {
    const { dependencies, peerDependencies } = await manifestOf('packages/server');
    const named = { ...dependencies, ...peerDependencies };
    for (const folder of [...INNER, ...APPS.map((app) => `${app}/dist`), 'admin', 'bundled']) {
      const { packages, missing } = await importsBelow(path.join(DIST, folder));
      expect(missing).toEqual([]);
      expect([...packages].filter((name) => !(name in named))).toEqual([]);
    }
  });

  it('depends on what its parts depend on, or bundles it, in the same versions, and on nothing of this repository', async () => {
    const { dependencies, devDependencies } = await manifestOf('packages/server');
    const licences = await readFile(path.join(DIST, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    const parts = await Promise.all([...INNER, 'apps/api', 'apps/content'].map(manifestOf));
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
