// Builds dist/: each entry point as one module with its types, which need no other package of this repository.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const root = path.join(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const types = path.join(dist, 'types');

/** Entry points: name in `dist` → module in `src`. Each is a file of its own; the others import what index exports. */
const ENTRIES = { index: 'index', astro: 'astro/index', next: 'next/index' };

/** Packages whose code goes into dist; every other one is left for the user to install. */
const BUNDLED = /^(@stele\/(schema|snapshot)|canonicalize|p-limit|yocto-queue)(\/|$)/;

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
  });
  const { output } = await build.write({ dir: dist, format: 'esm', codeSplitting: false });
  await build.close();
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
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

/** The licences of bundled code by others, as those licences ask. */
function writeNotices(moduleIds) {
  const folders = new Set(
    moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.split(path.sep).join('/'))?.[0] ?? []),
  );
  const notices = [...folders].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} is bundled, but has no file with its licence.`);
    return `${name} ${version}\n\n${readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
  });
  writeFileSync(path.join(dist, 'THIRD_PARTY_LICENSES.txt'), notices.join('\n---\n\n'));
}

rmSync(dist, { recursive: true, force: true });
const entries = Object.entries(ENTRIES);
writeNotices((await Promise.all(entries.map(buildModule))).flat());
declareTypes();
await Promise.all(entries.map(buildTypes));
rmSync(types, { recursive: true });
