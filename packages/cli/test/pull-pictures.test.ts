import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MediaApp, startMediaApp } from '@stele/core/testing/media-app';
import type { TestProject } from '@stele/core/testing/test-app';
import { MediaProcessor } from '@stele/media';
import type { LooseBody } from '@stele/testing/api-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeWorkplace, type Workplace } from './support/stele.ts';

const PICTURES = fileURLToPath(new URL('../../../docs/images', import.meta.url));
const CONFIG = `import { collection, defineConfig, image, markdown, slug, text } from '@stele/schema';
export default defineConfig({ collections: [collection({ key: 'posts', fields: {
  title: text({ required: true }), slug: slug({ source: 'title' }), hero: image(), body: markdown(),
} })] });
`;

let app: MediaApp;
let processor: MediaProcessor;
let place: Workplace;

beforeEach(async () => {
  processor = new MediaProcessor({ log: { warn: () => undefined } });
  app = await startMediaApp({ mediaProcessor: processor });
  place = await makeWorkplace(() => ({ STELE_URL: app.url }));
  await place.write('stele.config.ts', CONFIG);
});
afterEach(async () => {
  await place.remove();
  await app.close();
  await processor.close();
});

async function stele(project: TestProject, ...args: string[]): Promise<LooseBody> {
  const run = await place.run([...args, '--json'], { STELE_TOKEN: project.tokens.admin });
  expect(run.code, run.stdout + run.stderr).toBe(0);
  return JSON.parse(run.stdout);
}
async function newProject(): Promise<TestProject> {
  const project = await app.project({ locales: ['en'] });
  expect((await place.run(['push', '--yes'], { STELE_TOKEN: project.tokens.admin })).code).toBe(0);
  return project;
}
const assetsOf = async (project: TestProject): Promise<LooseBody[]> =>
  (await project.api.get(`/projects/${project.id}/assets?sort=created`)).body.data;
const processed = (project: TestProject): Promise<void> =>
  expect
    .poll(async () => (await assetsOf(project)).map(({ processing }) => processing), { timeout: 30_000 })
    .not.toContain(true);
const heroOf = async (project: TestProject): Promise<string> =>
  (await project.api.get(`/projects/${project.id}/entries?include=values`)).body.data[0].values.en.hero;

it('a pull takes the pictures that are there, which a site shows in other bytes and sizes', {
  tags: ['full'],
}, async () => {
  await mkdir(path.join(place.folder, 'posts'));
  for (const name of ['restore.png', 'entries.png']) {
    await copyFile(path.join(PICTURES, name), path.join(place.folder, 'posts', name));
  }
  await place.write('posts/one.md', '---\ntitle: One\nhero: ./restore.png\n---\nSee ![](./entries.png).\n');
  const source = await newProject();
  await stele(source, 'import', 'posts', '--as', 'posts');
  const [hero] = await assetsOf(source);
  // A copy of the same bytes, of which the site shows a part.
  const crop = { x: 0, y: 0, width: 0.5, height: 0.5 };
  await source.api.post(`/projects/${source.id}/assets/${hero?.id}/copy`, { crop });
  await processed(source);

  const local = await newProject();
  await stele(source, 'export', 'content.jsonl', '--assets', 'media');
  await stele(local, 'import', 'content.jsonl', '--assets', 'media');
  // A file that was just imported may still be processed.
  const before = (await assetsOf(local)).map(({ id }) => id);
  expect(before).toHaveLength(3);
  const shown = await heroOf(local);
  await place.write('local.json', JSON.stringify({ api_url: app.url, tokens: { admin: local.tokens.admin } }));
  await place.write(
    'live.env',
    `STELE_URL=${app.url}\nSTELE_CONTENT_URL=${app.contentUrl}\nSTELE_PROJECT=${source.id}\nSTELE_TOKEN=${source.tokens.read_published}\n`,
  );
  for (let pull = 0; pull < 2; pull++) {
    const pulled = await stele(local, 'pull', '--content', '--from', 'live.env', '--into', 'local.json');
    expect(pulled).toMatchObject({ created: 0, updated: 0, differing: 0, assets: { uploaded: 0 } });
    expect((await assetsOf(local)).map(({ id }) => id)).toEqual(before);
    expect(await heroOf(local)).toBe(shown);
  }
});
