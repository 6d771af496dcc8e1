import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Io } from '../io.ts';
import { parseJson } from '../parse-json.ts';
import { readTextIfThere } from '../write-file.ts';

/** Frameworks, by the names of their packages and config files. */
const FRAMEWORKS = ['astro', 'next', 'vite'] as const;

/** The framework that a site is built with, as far as a first config depends on it. */
export type Framework = (typeof FRAMEWORKS)[number] | 'none';

/** Finds out what the project of a folder is built with, from its config files and its package.json. */
export async function detectFramework(io: Io, folder: string): Promise<Framework> {
  const files = await readdir(folder);
  const dependencies = await dependenciesOf(io, folder);
  const isUsed = (name: string): boolean =>
    dependencies.has(name) || files.some((file) => new RegExp(`^${name}\\.config\\.[cm]?[jt]s$`).test(file));
  return FRAMEWORKS.find(isUsed) ?? 'none';
}

/** Names of the packages that the package.json of a folder lists; none when there's no such file, or no JSON in it. */
export async function dependenciesOf(io: Io, folder: string): Promise<ReadonlySet<string>> {
  const text = await readTextIfThere(io, path.join(folder, 'package.json'));
  const { dependencies, devDependencies } = (parseJson(text ?? '') ?? {}) as Record<string, Record<string, string>>;
  return new Set([...Object.keys(dependencies ?? {}), ...Object.keys(devDependencies ?? {})]);
}
