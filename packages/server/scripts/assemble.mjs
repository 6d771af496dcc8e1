// Makes the published package in dist: the programs, each a few files with all that they need, and beside them the admin,
// migrations and pages, laid out as in the repository. Only what has native or compiled parts is left to be installed.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { bundlePrograms, describePackageIn } from './bundle-programs.mjs';

const PACKAGE = path.join(import.meta.dirname, '..');
const ROOT = path.join(PACKAGE, '..', '..');
const DIST = path.join(PACKAGE, 'dist');

/** The files of the built admin that browsers ask for: its own router needs no other page. */
const ADMIN_FILES = ['_next/static', 'icon.svg', 'index.html'];
const OWN = 'packages/server/src';
/** The command, and what is imported from the package. */
const COMMAND = { main: `${OWN}/main.ts`, index: `${OWN}/index.ts`, 'end-with-parent': `${OWN}/end-with-parent.ts` };
const PROGRAMS = {
  api: 'apps/api/src/main.ts',
  content: 'apps/content/src/main.ts',
  doctor: 'apps/api/src/doctor.ts',
  commands: 'apps/api/src/operate/commands.ts',
};
/** The processes that read uploaded files can open their own folder only. */
const MEDIA = 'packages/media';

rmSync(DIST, { recursive: true, force: true });
const taken = [
  ...(await bundlePrograms(COMMAND, '.')),
  ...(await bundlePrograms(PROGRAMS, 'programs')),
  ...(await bundlePrograms({ main: `${MEDIA}/src/child/main.ts` }, `${MEDIA}/dist/child`)),
];
writeFileSync(path.join(DIST, MEDIA, 'package.json'), '{ "type": "module" }\n');
copy('apps/api/dist/reference');
for (const file of ADMIN_FILES) copy(`apps/admin/out/${file}`, `apps/admin/${file}`);
copy('prisma/migrations');
for (const file of readdirSync(path.join(ROOT, 'packages/core/dist'))) {
  if (file.startsWith('database-snapshot-')) copy(`packages/core/dist/${file}`);
}
compressBelow(path.join(DIST, 'apps', 'admin'));
compressBelow(path.join(DIST, 'apps', 'api', 'dist', 'reference'));
writeFileSync(path.join(DIST, 'THIRD-PARTY-LICENSES.txt'), describeLicenses(taken));

function copy(place, target = place) {
  mkdirSync(path.join(DIST, path.dirname(target)), { recursive: true });
  cpSync(path.join(ROOT, place), path.join(DIST, target), { recursive: true });
}

/** Puts the compressed forms of files for browsers beside them. */
function compressBelow(folder) {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|html|svg)$/.test(file)) continue;
    const place = path.join(folder, file);
    const bytes = readFileSync(place);
    writeFileSync(`${place}.br`, brotliCompressSync(bytes));
    writeFileSync(`${place}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/** The licences of packages that are bundled into the admin's scripts and the server's: most ask that their text comes along. */
function describeLicenses(folders) {
  const { stdout, status, stderr } = spawnSync(
    'pnpm',
    ['licenses', 'list', '--json', '--prod', '--filter', '@stele/admin'],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 },
  );
  if (status !== 0) throw new Error(`The licences could not be listed.\n${stderr}${stdout}`);
  const packages = [...Object.values(JSON.parse(stdout)).flat(), ...[...new Set(folders)].map(describePackageIn)];
  packages.sort((one, other) => one.name.localeCompare(other.name, 'en'));
  return packages.map(describePackage).join(`\n${'-'.repeat(80)}\n\n`);
}

function describePackage({ name, versions, license, paths }) {
  const folder = paths[0];
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(path.join(folder, file), 'utf8') : '';
  return `${name} ${versions.join(', ')} (${license})\n\n${text.trim()}\n`;
}
