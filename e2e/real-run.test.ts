import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Document, documentsToImport, LOCALES } from './support/corpus.ts';
import {
  newDataDirectory,
  type RunningInstance,
  removeDirectory,
  startContentHost,
  startInstance,
} from './support/instance.ts';
import { bash } from './support/shell.ts';

let data: string;
let instance: RunningInstance;
let file: string;
let documents: readonly Document[];

beforeAll(async () => {
  data = await newDataDirectory();
  instance = await startInstance(data, { STELE_LIMITS: 'entry.import=100000,entry.publish=100000' });
  ({ file, documents } = await documentsToImport(data, madeUp));
});
afterAll(async () => {
  await instance.stop();
  await removeDirectory(data);
});

/** Pages of all sizes, each in one locale more than the one before. */
function madeUp(): Document[] {
  return Array.from({ length: 120 }, (_, n) => ({
    slug: `page-${n}`,
    locales: Object.fromEntries(
      LOCALES.slice(0, 1 + (n % 8)).map((locale) => [
        locale,
        { title: `${locale} ${n}`, body: `${'线 € 😀 text\n'.repeat(1 + n * 20)}` },
      ]),
    ),
  }));
}

/** Reads each locale's file from the content host and compares it with what was imported, value by value. */
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

describe('a site in eight languages', () => {
  it('is imported, published and read back exactly, also from a content host that runs all alone', async () => {
    const summary = JSON.parse(
      await bash(`npm run --silent demo:import '${file}' -- --add-locales --json`, instance.env),
    );
    expect(summary).toMatchObject({
      documents: documents.length,
      created: documents.length,
      published: documents.length,
      failed: [],
    });

    const headers = { authorization: `Bearer ${instance.file.tokens.read_published}` };
    const url = `${instance.file.api_url}/v1/projects/${instance.file.project_id}`;
    const pointer = (await (await fetch(`${url}/snapshot/latest`, { headers })).json()) as {
      snapshot_id: string;
      content_base_url: string;
    };
    await expectExact(pointer.content_base_url);

    const redirect = await fetch(`${url}/snapshots/${pointer.snapshot_id}/docs.pt-br.json`, { redirect: 'manual' });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      302,
      `${pointer.content_base_url}/docs.pt-br.json`,
    ]);

    const again = JSON.parse(await bash(`npm run --silent demo:import '${file}' -- --json`, instance.env));
    expect(again).toMatchObject({ created: 0, existed: documents.length, published: 0, failed: [] });

    await instance.stop();
    const contentHost = await startContentHost(instance);
    try {
      await expectExact(pointer.content_base_url);
    } finally {
      await contentHost.stop();
    }
  });
});
