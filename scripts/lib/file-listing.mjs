import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Folders and files that installing, building and testing write. */
const WRITTEN = new Set([
  'node_modules',
  'dist',
  '.next',
  '.next-dev',
  '.next-preview',
  '.test',
  '.turbo',
  'generated',
  'coverage',
  'test-results',
  'playwright-report',
  'next-env.d.ts',
  'api-types.ts',
]);

/**
 * The files below some folders and single files, without build output: paths relative to the root, sorted.
 *
 * @param {string} root
 * @param {string[]} places relative to the root; those that don't exist are skipped.
 * @returns {string[]}
 */
export function listSources(root, places) {
  return places.flatMap((place) => walk(root, place)).sort();
}

/**
 * A digest that changes when one of the files is added, removed, or changed in size or time.
 *
 * @param {string} root
 * @param {string[]} files
 * @returns {string}
 */
export function digestListing(root, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { mtimeMs, size } = statSync(path.join(root, file));
    hash.update(`${file}\0${mtimeMs}\0${size}\n`);
  }
  return hash.digest('hex');
}

function walk(root, place) {
  const found = statSync(path.join(root, place), { throwIfNoEntry: false });
  if (found === undefined || WRITTEN.has(path.basename(place))) return [];
  if (!found.isDirectory()) return [place];
  return readdirSync(path.join(root, place)).flatMap((name) => walk(root, path.join(place, name)));
}
