import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Template } from './templates.ts';

const FOLDER = new URL('../templates/', import.meta.url);

/** Files that npm would leave out of a package, or take as its own, under the names that they have there. */
const RENAMED: Readonly<Record<string, string>> = {
  _gitignore: '.gitignore',
  _env: '.env',
  '_package.json': 'package.json',
};

/** What a folder may hold that a site is made in. */
const HARMLESS = /^(\.git|\.DS_Store|LICENSE(\.\w+)?)$/;

/**
 * Makes a site in a folder: its pages, its config and example content.
 *
 * @param version of the packages of Stele that it takes
 * @throws Error with a sentence when the folder holds something already
 */
export async function scaffold(folder: string, template: Template, version: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const there = (await readdir(folder)).filter((name) => !HARMLESS.test(name));
  if (there.length > 0) {
    throw new Error(`${folder} isn't empty: it holds ${there.slice(0, 3).join(', ')}. Name another folder.`);
  }
  for (const part of ['shared', template]) await cp(new URL(part, FOLDER), folder, { recursive: true });
  for (const [from, to] of Object.entries(RENAMED)) await rename(path.join(folder, from), path.join(folder, to));
  await nameSite(path.join(folder, 'package.json'), packageName(folder), version);
}

/** A valid package name, from that of a folder. */
export function packageName(folder: string): string {
  const name = path
    .basename(path.resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9._~-]+/g, '-')
    .replace(/^[-._]+|-+$/g, '');
  return name || 'my-site';
}

async function nameSite(file: string, name: string, version: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text.replace('"name": ""', `"name": ${JSON.stringify(name)}`).replaceAll('STELE_VERSION', `^${version}`),
  );
}
