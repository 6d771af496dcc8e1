import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { digestListing, listSources } from './file-listing.mjs';

let root;

const write = async (file, text = file) => {
  await mkdir(path.join(root, path.dirname(file)), { recursive: true });
  await writeFile(path.join(root, file), text);
  await utimes(path.join(root, file), 1, 1);
};

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'stele-listing-'));
  await write('packages/one/src/index.ts');
  await write('lock.yaml');
});

afterEach(() => rm(root, { recursive: true }));

const digest = () => digestListing(root, listSources(root, ['packages', 'lock.yaml', 'nowhere']));

test('sources are listed without what building writes', async () => {
  for (const file of ['dist/index.js', 'node_modules/x.js', '.next/x', 'src/generated/x.ts'])
    await write(`packages/one/${file}`);
  expect(listSources(root, ['packages', 'lock.yaml', 'nowhere'])).toEqual(['lock.yaml', 'packages/one/src/index.ts']);
});

test('the digest changes with a new, a removed, a longer and a touched file, and only then', async () => {
  const before = digest();
  await write('packages/one/dist/index.js');
  expect(digest()).toBe(before);
  await write('packages/one/src/more.ts');
  expect(digest()).not.toBe(before);
  await rm(path.join(root, 'packages/one/src/more.ts'));
  expect(digest()).toBe(before);
  await write('lock.yaml', 'longer than it was');
  expect(digest()).not.toBe(before);
  await write('lock.yaml');
  expect(digest()).toBe(before);
  await utimes(path.join(root, 'lock.yaml'), 2, 2);
  expect(digest()).not.toBe(before);
});
