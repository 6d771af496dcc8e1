import { existsSync } from 'node:fs';
import path from 'node:path';

/** Names that a config file may have, that of a new one first. */
export const CONFIG_NAMES: readonly string[] = [
  'stele.config.ts',
  'stele.config.mts',
  'stele.config.js',
  'stele.config.mjs',
  'stele.config.json',
];

/** The config file of a folder; null when it has none. */
export function findConfig(folder: string): string | null {
  return CONFIG_NAMES.map((name) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;
}
