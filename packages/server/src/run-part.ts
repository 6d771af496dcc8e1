import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startAdminServer } from './admin/admin-server.ts';
import { folderOf } from './instance.ts';
import type { InstanceSettings, Part } from './settings.ts';

/** Runs one part of an instance in this process, as the environment says; it ends on SIGTERM. */
export async function runPart(part: Part, { dataDirectory }: InstanceSettings): Promise<void> {
  const { env } = process;
  env.NODE_ENV ??= 'production';
  env.STELE_DATA_DIR = dataDirectory;
  const folder = folderOf(part);
  if (part === 'admin') return runAdmin(folder);
  process.chdir(folder);
  await import(pathToFileURL(path.join(folder, 'dist', 'main.js')).href);
}

async function runAdmin(folder: string): Promise<void> {
  const admin = await startAdminServer(process.env, folder, (line) => process.stderr.write(line));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void admin.close().then(() => process.exit(0)));
  }
}
