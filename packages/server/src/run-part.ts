import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { folderOf } from './instance.ts';
import type { InstanceSettings, Part } from './settings.ts';

/** Runs one program of an instance in this process, as the environment says; it ends by itself on SIGTERM. */
export async function runPart(part: Part, { dataDirectory }: InstanceSettings): Promise<void> {
  const { env } = process;
  env.NODE_ENV ??= 'production';
  env.NEXT_TELEMETRY_DISABLED ??= '1';
  env.STELE_DATA_DIR = dataDirectory;
  const folder = folderOf(part);
  process.chdir(folder);
  await import(pathToFileURL(path.join(folder, 'dist', 'main.js')).href);
}
