import { randomBytes } from 'node:crypto';
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

/** Files that may be in a folder in which a site is made. */
const HARMLESS = /^(\.git|\.DS_Store|LICENSE(\.\w+)?)$/;

/** Facts of a site, which replace words of the templates. */
interface SiteFacts {
  /** Of the packages of Stele. */
  readonly version: string;
  /** A range of versions of Astro. */
  readonly astro: string;
}

/**
 * Makes a site in a folder: its pages, its config and example content.
 *
 * @throws Error with a sentence when the folder holds something already
 */
export async function scaffold(folder: string, template: Template, { version, astro }: SiteFacts): Promise<void> {
  await mkdir(folder, { recursive: true });
  const there = (await readdir(folder)).filter((name) => !HARMLESS.test(name));
  if (there.length > 0) {
    throw new Error(`${folder} isn't empty: it holds ${there.slice(0, 3).join(', ')}. Name another folder.`);
  }
  for (const part of ['shared', template]) await cp(new URL(part, FOLDER), folder, { recursive: true });
  for (const [from, to] of Object.entries(RENAMED)) await rename(path.join(folder, from), path.join(folder, to));
  await fillIn(path.join(folder, 'package.json'), {
    '"name": ""': `"name": ${JSON.stringify(packageName(folder))}`,
    STELE_VERSION: `^${version}`,
    ASTRO_VERSION: astro,
  });
  await fillIn(path.join(folder, '.env'), { NEW_SECRET: randomBytes(24).toString('base64url') });
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

async function fillIn(file: string, words: Readonly<Record<string, string>>): Promise<void> {
  let text = await readFile(file, 'utf8');
  for (const [word, value] of Object.entries(words)) text = text.replaceAll(word, () => value);
  await writeFile(file, text);
}
