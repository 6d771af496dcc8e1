import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SeededInstance } from '@stele/core';
import type { Environment } from './env.ts';

/** The file `instance.json` in the data folder, with the addresses and keys that scripts need to use a seeded instance. */
export interface InstanceFile {
  readonly api_url: string;
  readonly admin_url: string;
  readonly content_url: string;
  readonly project_id: string;
  readonly tokens: SeededInstance['tokens'];
  readonly login: SeededInstance['login'];
}

const fileOf = (env: Environment): string => path.join(env.dataDirectory, 'instance.json');

/** Writes the file for a newly seeded instance, readable by its owner only. */
export async function writeInstanceFile(env: Environment, seeded: SeededInstance): Promise<void> {
  const { projectId: project_id, tokens, login } = seeded;
  await replace(env, { ...addresses(env), project_id, tokens, login });
}

/** Updates the URLs in the file, if it exists. */
export async function refreshInstanceFile(env: Environment): Promise<void> {
  try {
    const known = JSON.parse(await readFile(fileOf(env), 'utf8')) as InstanceFile;
    await replace(env, { ...known, ...addresses(env) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function addresses(env: Environment): Pick<InstanceFile, 'api_url' | 'admin_url' | 'content_url'> {
  return { api_url: env.apiUrl, admin_url: env.adminUrl, content_url: env.contentUrl };
}

async function replace(env: Environment, content: InstanceFile): Promise<void> {
  const temporary = `${fileOf(env)}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, fileOf(env));
}
