// Puts the built API, admin and content host, and the packages of this repository that they need, into dist, laid out as in the
// repository: apps/, packages/, prisma/; and the used parts of large packages, in bundled/. Imports of all these become relative,
// so that the package that is published stands on its own and has few dependencies, from the registry only.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { init, parse } from 'es-module-lexer';
import { bundleOf, bundlePackages, describePackageIn, isBundled } from './bundle-packages.mjs';

const PACKAGE = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const ROOT = path.join(PACKAGE, '..', '..');
const DIST = path.join(PACKAGE, 'dist');

const INNER = ['core', 'http', 'media', 'schema', 'snapshot', 'storage'];
/** The apps that are programs. */
const PROGRAMS = ['api', 'content'];
/** The files of the built admin that browsers ask for: its own router needs no other page. */
const ADMIN_FILES = ['_next/static', 'icon.svg', 'index.html'];
/** Files that only a compiler or a debugger reads. */
const LEFT_OUT = /\.(d\.ts|map)$/;

await init;
const { dependencies } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));
for (const folder of ['apps', 'packages', 'prisma', 'bundled'])
  rmSync(path.join(DIST, folder), { recursive: true, force: true });
for (const name of INNER) copy(`packages/${name}/dist`);
for (const name of PROGRAMS) {
  copy(`apps/${name}/dist`);
  writeFileSync(path.join(DIST, 'apps', name, 'package.json'), '{ "type": "module" }\n');
}
for (const file of ADMIN_FILES) copy(`apps/admin/out/${file}`, `apps/admin/${file}`);
for (const name of INNER) {
  writeFileSync(path.join(DIST, 'packages', name, 'package.json'), '{ "type": "module" }\n');
}
copy('prisma/migrations');
// The processes that read uploaded files can open their own folder only.
const taken = [
  ...(await bundleFor(['packages/media'], 'packages/media/bundled')),
  ...(await bundleFor(
    [
      ...INNER.filter((name) => name !== 'media').map((name) => `packages/${name}`),
      ...PROGRAMS.map((name) => `apps/${name}/dist`),
      'admin',
    ],
    'bundled',
  )),
];
compressBelow(path.join(DIST, 'apps', 'admin'));
compressBelow(path.join(DIST, 'apps', 'api', 'dist', 'reference'));
writeFileSync(path.join(DIST, 'THIRD-PARTY-LICENSES.txt'), describeLicenses(taken));

function copy(place, target = place) {
  mkdirSync(path.join(DIST, path.dirname(target)), { recursive: true });
  cpSync(path.join(ROOT, place), path.join(DIST, target), {
    recursive: true,
    filter: (source) => !LEFT_OUT.test(source),
  });
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

function listScripts(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => path.join(folder, file));
}

/**
 * Bundles the packages that scripts in some folders import, into another one, and has the scripts import that.
 *
 * @returns the folders of the packages
 */
async function bundleFor(folders, place) {
  const target = path.join(DIST, place);
  const scripts = folders.flatMap((folder) => listScripts(path.join(DIST, folder)));
  const names = new Set(scripts.flatMap((file) => parse(readFileSync(file, 'utf8'))[0].map(({ n }) => n ?? '')));
  const isInstalled = (id) => Object.keys(dependencies).some((name) => id === name || id.startsWith(`${name}/`));
  const bundled = [...names].filter(isBundled);
  const packages = await bundlePackages(bundled, { from: PACKAGE, to: target, isInstalled });
  for (const file of scripts) rewriteImports(file, target);
  return packages;
}

function rewriteImports(file, bundles) {
  const text = readFileSync(file, 'utf8');
  const [imports] = parse(text);
  let rewritten = text;
  for (const { n: name = '', s: start, e: end, d: dynamic } of [...imports].reverse()) {
    const [, inner] = /^@stele\/([a-z]+)$/.exec(name) ?? [];
    if (inner === undefined && !isBundled(name)) continue;
    if (inner !== undefined && !INNER.includes(inner)) {
      throw new Error(`${file} imports ${name}, which is not part of the server.`);
    }
    const place =
      inner === undefined ? bundleOf(name, bundles) : path.join(DIST, 'packages', inner, 'dist', 'index.js');
    const target = path.relative(path.dirname(file), place);
    const specifier = target.startsWith('.') ? target.split(path.sep).join('/') : `./${target}`;
    // Of an import() the range holds the quotes too.
    const quoted = dynamic > -1 ? `'${specifier}'` : specifier;
    rewritten = rewritten.slice(0, start) + quoted + rewritten.slice(end);
  }
  if (rewritten !== text) writeFileSync(file, rewritten);
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
