import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { listSources } from './file-listing.mjs';

export const SCRIPT = /\.[cm]?[jt]sx?$/;
const TEST = /\.test\.[cm]?[jt]sx?$/;
const LONG = /\.long\.test\./;
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)'([^'\n]+)'/g;
export const SOURCE_FOLDERS = ['scripts', 'packages', 'apps', 'bench', 'e2e'];

/** How many test files are chosen for a file that isn't a test itself. */
const MOST = 3;

/**
 * Chooses tests that say quickly whether a change of some files breaks something. For a test file, that's the file itself.
 * For another file, it's those that import it, and then those that reach it through other files and whose paths have the
 * most words in common with it.
 *
 * @param {string} root
 * @param {string[]} files relative to the root
 * @returns {{ tests: string[], more: number, untested: string[] }} `tests`: test files, relative to the root; `more`: how many
 *   others reach one of the files; `untested`: the files that no test imports.
 */
export function nearestTests(root, files) {
  const importers = importersOf(root);
  const chosen = new Set();
  const reaching = new Set();
  const untested = [];
  for (const file of files) {
    if (TEST.test(file)) {
      chosen.add(file);
      continue;
    }
    const distances = testDistances(file, importers);
    if (distances.size === 0) untested.push(file);
    for (const test of distances.keys()) reaching.add(test);
    const direct = (test) => Number(distances.get(test) === 1);
    const likely = [...distances.keys()]
      .filter((test) => !LONG.test(test))
      .sort(
        (a, b) => direct(b) - direct(a) || likeness(b, file) - likeness(a, file) || distances.get(a) - distances.get(b),
      );
    for (const test of likely.slice(0, MOST)) chosen.add(test);
  }
  for (const test of chosen) reaching.delete(test);
  return { tests: [...chosen].sort(), more: reaching.size, untested };
}

/** The test files that reach a file, with the number of imports between them. */
function testDistances(file, importers) {
  const distances = new Map([[file, 0]]);
  for (const name of distances.keys()) {
    for (const importer of importers.get(name) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distances.get(name) + 1);
    }
  }
  return new Map([...distances].filter(([name, distance]) => distance > 0 && TEST.test(name)));
}

/** How many words two paths share: `domains/entries/publish-entry.ts` and `entry-undo-publish.test.ts` share two. */
function likeness(a, b) {
  const others = new Set(wordsOf(b));
  return wordsOf(a).filter((word) => others.has(word)).length;
}

function wordsOf(file) {
  const words = file
    .replace(TEST, '')
    .replace(SCRIPT, '')
    .split(/[^a-z0-9]+/i);
  return [...new Set(words.map((word) => word.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '')))];
}

/** For each file, the files that import it. */
function importersOf(root) {
  const aliases = sourcesOfPackages(root);
  const importers = new Map();
  for (const file of listSources(root, SOURCE_FOLDERS).filter((name) => SCRIPT.test(name))) {
    for (const [, specifier] of readFileSync(path.join(root, file), 'utf8').matchAll(IMPORT)) {
      const target = locate(root, file, specifier, aliases);
      if (target) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}

export function locate(root, importer, specifier, aliases) {
  const local = specifier.replace(/^@\//, `${path.join(root, ...importer.split(path.sep).slice(0, 2), 'src')}/`);
  if (local === specifier && !specifier.startsWith('.')) return aliases.get(specifier);
  const place = path.relative(root, path.resolve(root, path.dirname(importer), local));
  return ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
    .map((ending) => place + ending)
    .find((name) => existsSync(path.join(root, name)) && statSync(path.join(root, name)).isFile());
}

/** The exports of this repository's packages: the import → its source. */
export function sourcesOfPackages(root) {
  const sources = new Map();
  const folders = ['packages', 'apps'].flatMap((top) =>
    readdirSync(path.join(root, top)).map((name) => path.join(top, name)),
  );
  for (const folder of [...folders, 'e2e']) {
    const manifest = path.join(root, folder, 'package.json');
    if (!existsSync(manifest)) continue;
    const { name, exports = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
    for (const [entry, target] of Object.entries(exports)) {
      const source = target['@stele/source'] ?? target;
      if (!/\.tsx?$/.test(source)) continue;
      for (const [part, file] of filesOf(root, folder, source)) {
        sources.set(path.posix.join(name, entry.replace('*', part)), file);
      }
    }
  }
  return sources;
}

/** Values of `*` in an exported path → the file; the path itself when it has none. */
function filesOf(root, folder, source) {
  const [before, after] = path.join(folder, source).split('*');
  if (after === undefined) return [['', before]];
  return readdirSync(path.join(root, before))
    .filter((file) => file.endsWith(after))
    .map((file) => [file.slice(0, -after.length), path.join(before, file)]);
}
