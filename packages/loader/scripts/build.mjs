// Builds dist/: each entry point as one module with its types, which need no other package of this repository.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const root = path.join(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const types = path.join(dist, 'types');

/** Entry points: name in `dist` → module in `src`. Each is a file of its own; the others import what index exports. */
const ENTRIES = {
  index: 'index',
  astro: 'astro/index',
  'astro-image-service': 'astro/image-service',
  next: 'next/index',
  'next-follow-content': 'next/follow-content',
  'next-config': 'next-config/index',
  'next-finish': 'next-config/finish',
  'next-image-loader': 'next/image-loader',
  preview: 'preview/index',
  'preview-react': 'preview-react/index',
  rehype: 'rehype/index',
  richtext: 'richtext/index',
  seo: 'seo/index',
  vite: 'vite/index',
  website: 'website/index',
};

/** Packages whose code goes into dist, as far as it is used; every other one is left for the user to install. */
const BUNDLED =
  /^(@stele\/(schema|snapshot)|canonicalize|standardwebhooks|thumbhash|@stablelib\/base64|fast-sha256)(\/|$)/;

const options = {
  cwd: root,
  platform: 'node',
  external: (id) => !/^[./]/.test(id) && !BUNDLED.test(id),
};

/** Leaves what an entry point takes from index where it is. */
const importIndex = {
  name: 'import-index',
  resolveId: (id, importer) => (importer && id === '../index.ts' ? { id: './index.js', external: 'relative' } : null),
};

async function buildModule([name, module]) {
  const build = await rolldown({
    ...options,
    input: { [name]: path.join(root, 'src', `${module}.ts`) },
    plugins: [importIndex],
    tsconfig: path.join(root, 'tsconfig.types.json'),
    // 'use client' stays where it belongs: at the start of an entry point. A test holds that.
    onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
  });
  await build.write({ dir: dist, format: 'esm', codeSplitting: false });
  await build.close();
}

async function buildTypes([name, module]) {
  const build = await rolldown({
    ...options,
    input: { [name]: path.join(types, `${module}.d.ts`) },
    plugins: [importIndex, dts({ dtsInput: true, emitDtsOnly: true, resolver: 'oxc' })],
  });
  await build.write({ dir: dist, format: 'esm' });
  await build.close();
}

function declareTypes() {
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.types.json'], { cwd: root, stdio: 'inherit' });
}

rmSync(dist, { recursive: true, force: true });
const entries = Object.entries(ENTRIES);
await Promise.all(entries.map(buildModule));
declareTypes();
await Promise.all(entries.map(buildTypes));
rmSync(types, { recursive: true });
