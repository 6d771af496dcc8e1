// @module-tag full
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { type Document, documentsToImport, LOCALES } from './support/corpus.ts';
import type { InstanceFile } from './support/instance.ts';
import { Processes } from './support/processes.ts';
import { bash } from './support/shell.ts';

const BUILD = path.join(import.meta.dirname, 'support', 'build-site.mjs');

let caches: string;
let stele: Processes;
let instance: InstanceFile;
let file: string;
let documents: readonly Document[];

beforeAll(async () => {
  caches = await mkdtemp(path.join(tmpdir(), 'stele-e2e-caches-'));
  return () => rm(caches, { recursive: true, force: true });
});
beforeAll(async () => {
  const limits = 'entry.import=100000,entry.publish=100000';
  stele = await Processes.start({ STELE_LIMITS: limits }, ['api', 'content']);
  return () => stele.end();
});
beforeAll(async () => {
  instance = await stele.instance();
  ({ file, documents } = await documentsToImport(stele.dataDirectory, madeUp));
});

/** Pages of all sizes, each in one locale more than the one before. */
function madeUp(): Document[] {
  return Array.from({ length: 48 }, (_, n) => ({
    slug: `page-${n}`,
    locales: Object.fromEntries(
      LOCALES.slice(0, 1 + (n % 8)).map((locale) => [
        locale,
        { title: `${locale} ${n}`, body: `${'线 € 😀 text\n'.repeat(1 + n * 50)}` },
      ]),
    ),
  }));
}

const importAll = async (...options: string[]): Promise<unknown> =>
  JSON.parse(await bash(`npm run --silent demo:import '${file}' -- --json ${options.join(' ')}`, stele.env));

/** Reads each locale's file from the content host and compares it with the imported content, value by value. */
async function expectExact(baseUrl: string): Promise<void> {
  for (const locale of LOCALES) {
    const response = await fetch(`${baseUrl}/docs.${locale}.json`);
    expect(response.status).toBe(200);
    const { entries } = (await response.json()) as { entries: { values: object }[] };
    // A field that is null is the same as one that isn't there; the path became a field of its own.
    const wanted = documents.flatMap(({ slug, locales: { [locale]: values } }) =>
      values ? [{ slug, ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) }] : [],
    );
    expect(entries.length).toBe(wanted.length);
    const canonical = (values: object): string =>
      JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
    expect(new Set(entries.map(({ values }) => canonical(values)))).toEqual(new Set(wanted.map(canonical)));
  }
}

interface Site {
  readonly id: string;
  readonly source: string;
  readonly pages: Readonly<Record<string, readonly { readonly id: string; readonly values: object }[]>>;
}

/** Builds a site in a process of its own. @throws with what it printed when it fails */
async function buildSite(cache: string): Promise<Site> {
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'test' as const,
    STELE_URL: instance.api_url,
    STELE_CONTENT_URL: instance.content_url,
    STELE_PROJECT: instance.project_id,
    STELE_TOKEN: instance.tokens.read_published,
  };
  const printed = await new Promise<string>((resolve, reject) => {
    const options = { env, maxBuffer: 1_000_000_000 };
    execFile(process.execPath, [BUILD, path.join(caches, cache)], options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${stdout}\n${stderr}`));
      else resolve(stdout);
    });
  });
  return JSON.parse(printed) as Site;
}

async function flipBit(name: string): Promise<void> {
  const body = await readFile(name);
  const place = body.length - 10;
  body[place] = (body[place] ?? 0) ^ 1;
  await writeFile(name, body);
}

it('imports a site in eight languages, and reads and builds it exactly, also from a content host that runs all alone', async () => {
  const all = documents.length;
  const summary = await importAll('--add-locales');
  expect(summary).toMatchObject({ documents: all, created: all, published: all, failed: [] });
  const headers = { authorization: `Bearer ${instance.tokens.read_published}` };
  const url = `${instance.api_url}/v1/projects/${instance.project_id}`;
  const pointer = (await (await fetch(`${url}/snapshot/latest`, { headers })).json()) as Record<string, string>;
  const { snapshot_id, content_base_url = '' } = pointer;
  await expectExact(content_base_url);
  const redirect = await fetch(`${url}/snapshots/${snapshot_id}/docs.pt-br.json`, { redirect: 'manual' });
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, `${content_base_url}/docs.pt-br.json`]);
  expect(await importAll()).toMatchObject({ created: 0, existed: all, published: 0, failed: [] });
  const before = await buildSite('with-api');
  expect([before.source, before.id]).toEqual(['api', snapshot_id]);
  expect(before.pages['docs.en']).toHaveLength(documents.filter(({ locales }) => locales.en).length);

  await stele.stopAll();
  await stele.start('content');
  await expectExact(content_base_url);
  // On a machine that never built before, and never from damaged content.
  expect(await buildSite('empty')).toEqual({ ...before, source: 'mirror' });
  const folder = path.join(stele.dataDirectory, 'objects', 'data', instance.project_id, 'chunks');
  for (const name of await readdir(folder)) await flipBit(path.join(folder, name));
  // One that runs on may still know the content as it was.
  await stele.stopAll();
  await stele.start('content');
  await expect(buildSite('empty-too')).rejects.toThrow(/LoaderError.*chunks/);
  expect(await buildSite('empty')).toEqual({ ...before, source: 'mirror' });
  await stele.stopAll();
  expect(await buildSite('with-api')).toEqual({ ...before, source: 'cache' });
});
