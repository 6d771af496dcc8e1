import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', 'generated']);

/**
 * The test files of a package that have tests of the second ring: with the tag `full`, or by their names.
 *
 * @param {string} folder the package's
 * @returns {string[]} relative to it
 */
export function listFullTests(folder) {
  return walk(folder, '.').filter(
    (file) => /(?<!\.long)\.test\.tsx?$/.test(file) && hasFullTests(path.join(folder, file)),
  );
}

function hasFullTests(file) {
  return /\.full\.test\.[^.]+$/.test(file) || /\btags: \['full'\]/.test(readFileSync(file, 'utf8'));
}

function walk(root, place) {
  return readdirSync(path.join(root, place), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(place, entry.name);
    if (!entry.isDirectory()) return [file];
    return SKIPPED.has(entry.name) || entry.name.startsWith('.') ? [] : walk(root, file);
  });
}
