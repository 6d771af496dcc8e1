import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkLive } from '@stele/core/testing/live-state';
import { AssetLibrary, type MediaApp, testFile } from '@stele/core/testing/media-app';
import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestProject } from '@stele/core/testing/test-app';
import type { LooseBody } from '@stele/testing/api-client';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assetName, mapAssetIds } from '../src/assets/asset-names.ts';
import { makeWorkplace, type Run, type Workplace } from './support/stele.ts';

const CONFIG = `import { collection, defineConfig, files, image, markdown, object, richtext, text } from '@stele/schema';
export default defineConfig({ collections: [collection({ key: 'posts', fields: {
  title: text(), hero: image(), gallery: files(), body: markdown(), rich: richtext(), seo: object({ card: image() }),
} })] });
`;

let app: MediaApp;
let place: Workplace;

beforeAll(async () => {
  app = await sharedApp();
});
beforeEach(async () => {
  place = await makeWorkplace(() => ({ STELE_URL: app.url }));
  await place.write('stele.config.ts', CONFIG);
});
afterEach(() => place.remove());

const as = (project: TestProject, ...args: string[]): Promise<Run> =>
  place.run(args, { STELE_TOKEN: project.tokens.admin });
const newProject = async (): Promise<TestProject> => {
  const project = await app.project({ locales: ['en'] });
  const pushed = await as(project, 'push', '--yes');
  expect([pushed.code, pushed.stderr]).toEqual([0, '']);
  return project;
};
const read = (name: string): Promise<string> => readFile(path.join(place.folder, name), 'utf8');
const assetsOf = async (project: TestProject): Promise<LooseBody[]> =>
  (await project.api.get(`/projects/${project.id}/assets?sort=created`)).body.data;

/** A post that shows assets wherever a schema lets it, live, and with a newer draft. */
async function fill(project: TestProject): Promise<{ readonly assets: LooseBody[]; readonly title: string }> {
  const library = new AssetLibrary(project);
  const folder = await project.api.post(`${library.project}/asset-folders`, { name: 'Press' });
  const below = await project.api.post(`${library.project}/asset-folders`, { name: '2026', parent_id: folder.body.id });
  const twin = randomBytes(700);
  const made = [
    testFile({ filename: 'hill.jpg', folder_id: below.body.id }),
    testFile({ filename: 'one.png', mime: 'image/png', body: twin }),
    testFile({ filename: 'two.png', mime: 'image/png', body: twin }),
    testFile({ filename: 'guide.pdf', mime: 'application/pdf' }),
  ];
  const assets: LooseBody[] = [];
  for (const file of made) assets.push(await library.settled((await library.upload(file)).id));
  const [hill, one, two, guide] = assets.map(({ id }) => id);
  await project.api.patch(`${library.assets}/${hill}`, {
    alt_text: { en: 'A hill' },
    caption: { en: 'The hill' },
    credit: 'Ada',
    rights: 'CC0',
    tags: ['hills'],
    focal_point: { x: 0.25, y: 0.5 },
  });
  await project.api.patch(`${library.assets}/${two}`, { decorative: true });
  const title = `Not an asset: ast_0`;
  const values = {
    title,
    hero: hill,
    gallery: [one, two, guide],
    body: `See ![](asset:${one}) and [the guide](asset:${guide}).`,
    rich: {
      type: 'doc',
      content: [
        { type: 'image', attrs: { asset: two } },
        { type: 'paragraph', content: [{ type: 'text', text: 'x' }] },
      ],
    },
    seo: { card: hill },
  };
  const created = await project.api.post(`/projects/${project.id}/entries`, {
    collection_key: 'posts',
    external_id: 'first',
    values: { en: values },
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const here = `/projects/${project.id}/entries/${created.body.id}`;
  const published = await project.api.post(`${here}/publish`, { locales: ['en'] });
  expect(published.status, JSON.stringify(published.body)).toBe(200);
  await project.api.put(`${here}/draft`, {
    values: { en: { ...values, hero: two } },
    base_version: published.body.version,
  });
  return { assets, title };
}

describe('export and import with --assets', () => {
  it('carry the files, what is said of them, and what entries show', async () => {
    const source = await newProject();
    const { assets, title } = await fill(source);
    const exported = await as(source, 'export', 'content.jsonl', '--assets', 'media');
    expect([exported.code, exported.stderr]).toEqual([0, '']);
    const content = await read('content.jsonl');
    for (const { id } of assets) expect(content).not.toContain(id);
    expect(content).toContain(title);

    const copy = await newProject();
    const imported = await as(copy, 'import', 'content.jsonl', '--assets', 'media', '--json');
    expect(imported.code, imported.stdout + imported.stderr).toBe(0);
    expect(JSON.parse(imported.stdout)).toMatchObject({
      created: 1,
      published: 1,
      assets: { uploaded: 4, failed: [] },
    });
    const copied = await assetsOf(copy);
    const told = (all: LooseBody[]): string[] =>
      all
        .map(({ sha256, filename, mime, alt_text, decorative, focal_point, status, ...rest }) => {
          const { caption, credit, rights, tags } = rest;
          return JSON.stringify({
            ...{ sha256, filename, mime, alt_text, decorative, focal_point, status },
            ...{ caption, credit, rights, tags },
          });
        })
        .sort();
    expect(copied.find(({ credit }) => credit === 'Ada')).toMatchObject({
      caption: { en: 'The hill' },
      tags: ['hills'],
    });
    expect(told(copied)).toEqual(told(await assetsOf(source)));
    const { files } = await checkLive(app.database, app.storage, copy.id);
    const shown = files['posts.en']?.[0]?.values as LooseBody;
    const idOf = (filename: string): string => copied.find((asset) => asset.filename === filename)?.id;
    expect(shown.hero).toMatchObject({ id: idOf('hill.jpg'), alt: 'A hill' });
    expect(shown.gallery.map(({ id }: LooseBody) => id)).toEqual(['one.png', 'two.png', 'guide.pdf'].map(idOf));
    expect(shown.body).toContain(`../../media/${idOf('one.png')}/`);
    expect(shown.rich.content[0].attrs.asset.id).toBe(idOf('two.png'));
    const entry = (await copy.api.get(`/projects/${copy.id}/entries?include=values`)).body.data[0];
    expect(entry.values.en.hero).toBe(idOf('two.png'));

    const again = await as(copy, 'export', 'again.jsonl', '--assets', 'media-again');
    expect(again.code).toBe(0);
    expect(await read('again.jsonl')).toBe(content);
    expect(await read('media-again/assets.jsonl')).toBe(await read('media/assets.jsonl'));
    const twice = await as(copy, 'import', 'content.jsonl', '--assets', 'media', '--json');
    expect(JSON.parse(twice.stdout)).toMatchObject({ created: 0, published: 0, differing: 0, assets: { uploaded: 0 } });
    expect(await assetsOf(copy)).toHaveLength(4);
  });

  it('stop before anything is uploaded when a file is missing or damaged', { tags: ['full'] }, async () => {
    const source = await newProject();
    await fill(source);
    await as(source, 'export', 'content.jsonl', '--assets', 'media');
    const [name = ''] = await readdir(path.join(place.folder, 'media', 'files'));
    const file = path.join(place.folder, 'media', 'files', name);
    const copy = await newProject();
    expect((await as(copy, 'import', 'content.jsonl')).stderr).toContain('import it with --assets FOLDER.');
    await writeFile(file, 'something else');
    expect((await as(copy, 'import', 'content.jsonl', '--assets', 'media')).stderr).toMatch(/is damaged: /);
    await rm(file);
    expect((await as(copy, 'import', 'content.jsonl', '--assets', 'media')).stderr).toMatch(/is missing: /);
    expect(await assetsOf(copy)).toEqual([]);
    // Exporting once more fetches what isn't there.
    expect((await as(source, 'export', 'content.jsonl', '--assets', 'media')).code).toBe(0);
    expect((await as(copy, 'import', 'content.jsonl', '--assets', 'media')).code).toBe(0);
  });

  it('ask for locales that only alternative texts are in, before anything is uploaded', {
    tags: ['full'],
  }, async () => {
    const source = await newProject();
    const { assets } = await fill(source);
    await source.api.patch(`/projects/${source.id}`, { locales: ['en', 'de'] });
    const [hill] = assets;
    await source.api.patch(`/projects/${source.id}/assets/${hill?.id}`, { alt_text: { de: 'Ein Hügel' } });
    await as(source, 'export', 'content.jsonl', '--assets', 'media');
    const copy = await newProject();
    const refused = await as(copy, 'import', 'content.jsonl', '--assets', 'media');
    expect(refused.stderr).toContain('The project lacks the locale de.');
    expect(await assetsOf(copy)).toEqual([]);
    expect((await as(copy, 'import', 'content.jsonl', '--assets', 'media', '--add-locales')).code).toBe(0);
    const texts = (await assetsOf(copy)).map(({ alt_text }) => alt_text);
    expect(texts).toContainEqual({ en: 'A hill', de: 'Ein Hügel' });
  });

  it('tell of assets that entries use and that are in the trash', async () => {
    const source = await newProject();
    const library = new AssetLibrary(source);
    const { id } = await library.settled((await library.upload(testFile())).id);
    const entries = `/projects/${source.id}/entries`;
    const post = { collection_key: 'posts', values: { en: { hero: id } } };
    const { body } = await source.api.post(entries, post);
    await source.api.delete(`${entries}/${body.id}`);
    expect((await source.api.delete(`${library.assets}/${id}`)).status).toBeLessThan(300);
    await source.api.post(`${entries}/${body.id}/restore`);
    const { code, stderr } = await as(source, 'export', 'content.jsonl', '--assets', 'media');
    expect(code).toBe(0);
    expect(stderr).toContain(
      `Not carried, since they have no file or are in the trash, though entries use them: ${id}.`,
    );
  });

  it('say in a dry run what would be uploaded', { tags: ['full'] }, async () => {
    const source = await newProject();
    await fill(source);
    await as(source, 'export', 'content.jsonl', '--assets', 'media');
    const copy = await newProject();
    const { stdout } = await as(copy, 'import', 'content.jsonl', '--assets', 'media', '--dry-run', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ to_create: 1, assets_to_upload: 4 });
    expect(await assetsOf(copy)).toEqual([]);
  });
});

describe('names of assets in files', () => {
  it('take the place of ids wherever those stand, and of nothing else', () => {
    const name = assetName('ab'.repeat(32), 1);
    const mapped = mapAssetIds(
      { a: 'ast_1', b: ['![](asset:ast_1) ast_12 xast_1 ast_1-2'], c: { ast_1: null }, d: 3 },
      (id) => (id === 'ast_1' ? name : undefined),
    );
    expect(mapped).toEqual({ a: name, b: [`![](asset:${name}) ast_12 xast_1 ast_1-2`], c: { ast_1: null }, d: 3 });
    expect(mapAssetIds(mapped, (id) => (id === name ? 'ast_1' : undefined))).toMatchObject({ a: 'ast_1' });
  });
});

it('copies of a picture are told apart by their crops, wherever they are carried', async () => {
  const source = await newProject();
  const library = new AssetLibrary(source);
  const asImages = (projectId: string) =>
    app.database.prisma.asset.updateMany({ where: { projectId }, data: { kind: 'image' } });
  const { id } = await library.settled((await library.upload(testFile({ filename: 'o.png', mime: 'image/png' }))).id);
  await asImages(source.id);
  const crop = { x: 0, y: 0, width: 0.5, height: 0.5 };
  const copy = (await library.api.post(`${library.assets}/${id}/copy`, { crop })).body.id;
  await library.settled(copy);
  const link = await library.api.get(`${library.assets}/${id}/original`);
  await writeFile(path.join(place.folder, 'o.png'), Buffer.from(await (await fetch(link.body.url)).arrayBuffer()));
  const upload = JSON.parse((await as(source, 'assets', 'upload', 'o.png', '--json')).stdout);
  expect(upload.skipped).toEqual([{ file: 'o.png', asset_id: id }]);

  const values = { en: { title: 'T', hero: copy } };
  await source.api.post(`/projects/${source.id}/entries`, { collection_key: 'posts', external_id: 'x', values });
  const target = await newProject();
  const carry = async (file: string): Promise<void> => {
    expect((await as(source, 'export', `${file}.jsonl`, '--assets', file)).code).toBe(0);
    const bring = () => as(target, 'import', `${file}.jsonl`, '--assets', file, '--no-publish');
    // Uploads of these tests are no pictures until they're marked as such.
    await bring();
    await asImages(target.id);
    const brought = await bring();
    expect(brought.code, brought.stdout).toBe(0);
  };
  const there = async () => {
    const cropOf = new Map((await assetsOf(target)).map((one) => [one.id, one.crop]));
    const { data } = (await target.api.get(`/projects/${target.id}/entries?include=values`)).body;
    return [[...cropOf.values()].map((one) => one?.width ?? 1).sort(), cropOf.get(data[0].values.en.hero)];
  };
  await carry('first');
  expect(await there()).toEqual([[0.5, 1], crop]);
  // Where the bytes are, a copy is made of them.
  const other = await newProject();
  await writeFile(path.join(place.folder, 'same.png'), await readFile(path.join(place.folder, 'o.png')));
  expect((await as(other, 'assets', 'upload', 'same.png')).code).toBe(0);
  await asImages(other.id);
  await as(source, 'export', 'copies.jsonl', '--assets', 'copies');
  const index = path.join(place.folder, 'copies', 'assets.jsonl');
  const described = (await readFile(index, 'utf8'))
    .split('\n')
    .map((line) =>
      line
        .replace(/("crop":{.*)?"alt_text":{}/, '$1"alt_text":{"en":"Half"}')
        .replace('"folder":[]', '"folder":["New"]'),
    );
  await writeFile(index, described.join('\n'));
  const copied = await as(other, 'import', 'copies.jsonl', '--assets', 'copies', '--no-publish', '--json');
  expect(copied.code, copied.stdout).toBe(0);
  const { rows } = await app.database.pool.query(
    "SELECT action FROM audit_records WHERE project_id = $1 AND action IN ('asset.copy', 'asset.upload')",
    [other.id],
  );
  expect(rows.map(({ action }) => action).sort()).toEqual(['asset.copy', 'asset.upload']);
  const half = (await assetsOf(other)).find((one) => one.crop);
  expect(half).toMatchObject({ crop, filename: 'o.png', alt_text: { en: 'Half' }, folder_id: expect.any(String) });

  await library.api.delete(`${library.assets}/${id}`);
  await carry('second');
  expect(await there()).toEqual([[0.5, 1], crop]);
});
