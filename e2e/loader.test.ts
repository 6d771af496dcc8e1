import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  newDataDirectory,
  type RunningInstance,
  removeDirectory,
  startContentHost,
  startInstance,
} from './support/instance.ts';

const BUILD = path.join(import.meta.dirname, 'support', 'build-site.mjs');

let data: string;
let caches: string;
let instance: RunningInstance;

beforeAll(async () => {
  data = await newDataDirectory();
  caches = await mkdtemp(path.join(tmpdir(), 'stele-e2e-caches-'));
  instance = await startInstance(data);
});
afterAll(async () => {
  await instance.stop();
  await removeDirectory(data);
  await rm(caches, { recursive: true, force: true });
});

interface Site {
  readonly id: string;
  readonly source: string;
  readonly pages: Readonly<Record<string, readonly { readonly id: string; readonly values: object }[]>>;
}

/** Builds a site in a process of its own. @throws with what it printed when it fails */
async function buildSite(cache: string): Promise<Site> {
  const { api_url, content_url, project_id, tokens } = instance.file;
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'test' as const,
    STELE_URL: api_url,
    STELE_CONTENT_URL: content_url,
    STELE_PROJECT: project_id,
    STELE_TOKEN: tokens.read_published,
  };
  const printed = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [BUILD, path.join(caches, cache)], { env }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${stdout}\n${stderr}`));
      else resolve(stdout);
    });
  });
  return JSON.parse(printed) as Site;
}

async function flipBit(file: string): Promise<void> {
  const body = await readFile(file);
  const place = body.length - 10;
  body[place] = (body[place] ?? 0) ^ 1;
  await writeFile(file, body);
}

it('builds a site while API and database are down, on a machine that never built before, and never from damaged content', async () => {
  const before = await buildSite('with-api');
  expect(before.source).toBe('api');
  expect(Object.values(before.pages).flat().length).toBeGreaterThan(0);

  await instance.stop();
  const alone = await startContentHost(instance);
  try {
    expect(await buildSite('empty')).toEqual({ ...before, source: 'mirror' });

    const folder = path.join(data, 'objects', 'data', instance.file.project_id, 'chunks');
    for (const name of await readdir(folder)) await flipBit(path.join(folder, name));
    await expect(buildSite('empty-too')).rejects.toThrow(/LoaderError.*chunks/);
    expect(await buildSite('empty')).toEqual({ ...before, source: 'mirror' });
  } finally {
    await alone.stop();
  }
  expect(await buildSite('with-api')).toEqual({ ...before, source: 'cache' });
});
