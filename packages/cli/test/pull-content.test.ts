import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { checkLive } from '@stele/core/testing/live-state';
import { AssetLibrary, type MediaApp, testFile } from '@stele/core/testing/media-app';
import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestProject } from '@stele/core/testing/test-app';
import type { LooseBody } from '@stele/testing/api-client';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeWorkplace, type Run, type Workplace } from './support/stele.ts';

const CONFIG = `import { collection, defineConfig, image, markdown, reference, richtext, text, url } from '@stele/schema';
const authors = collection({ key: 'authors', fields: { name: text({ required: true }) } });
export default defineConfig({ collections: [authors, collection({ key: 'posts', fields: {
  title: text({ localized: true }), hero: image(), body: markdown(), rich: richtext(), author: reference('authors'),
  link: url(),
} })] });
`;

let app: MediaApp;
let place: Workplace;
let source: TestProject;
let local: TestProject;

beforeAll(async () => {
  app = await sharedApp();
});
beforeEach(async () => {
  place = await makeWorkplace();
  await place.write('stele.config.ts', CONFIG);
  source = await newProject(['en', 'de']);
  local = await newProject(['en']);
  await mkdir(path.join(place.folder, '.stele'));
  const instance = { api_url: app.url, tokens: { admin: local.tokens.admin } };
  await place.write('.stele/instance.json', JSON.stringify(instance));
  await place.write(
    'live.env',
    `STELE_URL=${app.url}\nSTELE_CONTENT_URL=${app.contentUrl}\nSTELE_PROJECT=${source.id}\nSTELE_TOKEN=${source.tokens.read_published}\n`,
  );
});
afterEach(() => place.remove());

async function newProject(locales: string[]): Promise<TestProject> {
  const project = await app.project({ locales });
  await into(project, 'push', '--yes');
  return project;
}
/** Runs a command for a project. */
async function into(project: TestProject, ...args: string[]): Promise<void> {
  const run = await place.run(args, { STELE_URL: app.url, STELE_TOKEN: project.tokens.admin });
  expect([run.code, run.stderr]).toEqual([0, '']);
}
const pull = (...more: string[]): Promise<Run> => place.run(['pull', '--content', '--from', 'live.env', ...more]);

async function publish(collection: string, values: object): Promise<string> {
  const body = { collection_key: collection, values };
  const created = await source.api.post(`/projects/${source.id}/entries`, body);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  await publishAgain(created.body.id, Object.keys(values));
  return created.body.id;
}
async function publishAgain(id: string, locales: string[]): Promise<void> {
  const answer = await source.api.post(`/projects/${source.id}/entries/${id}/publish`, { locales });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}
const liveOf = async (project: TestProject): Promise<Record<string, LooseBody[]>> =>
  (await checkLive(app.database, app.storage, project.id)).files as Record<string, LooseBody[]>;
const entriesOf = async (): Promise<LooseBody[]> =>
  (await local.api.get(`/projects/${local.id}/entries?include=values`)).body.data;

describe('stele pull --content', () => {
  it('brings live content with pictures and references, and updates it the second time', async () => {
    const library = new AssetLibrary(source);
    const hill = await library.settled((await library.upload(testFile({ filename: 'hill.jpg' }))).id);
    const other = testFile({ filename: 'one.png', mime: 'image/png', body: randomBytes(700) });
    const one = await library.settled((await library.upload(other)).id);
    await source.api.patch(`${library.assets}/${hill.id}`, {
      alt_text: { en: 'A hill', de: 'Ein Hügel' },
      caption: { en: 'The hill', de: 'Der Hügel' },
      credit: 'Ada',
      rights: 'CC0',
    });
    const author = await publish('authors', { en: { name: 'Ada' } });
    const shared = {
      hero: hill.id,
      author,
      body: `See ![](asset:${one.id}).`,
      rich: { type: 'doc', content: [{ type: 'image', attrs: { asset: one.id } }] },
    };
    const post = await publish('posts', { en: { title: 'One', ...shared }, de: { title: 'Eins' } });

    const first = await pull('--json');
    expect(first.code, first.stdout + first.stderr).toBe(0);
    expect(JSON.parse(first.stdout)).toMatchObject({ created: 2, published: 2, failed: [], assets: { uploaded: 2 } });
    const entries = await entriesOf();
    expect(entries.map(({ external_id }) => external_id).sort()).toEqual([author, post].sort());
    const copy = await liveOf(local);
    const [shown] = copy['posts.en'] ?? [];
    const [ada] = copy['authors.en'] ?? [];
    expect(shown?.values).toMatchObject({
      title: 'One',
      author: { id: ada?.id, collection: 'authors' },
      hero: { filename: 'hill.jpg', alt: 'A hill', caption: 'The hill', credit: 'Ada', rights: 'CC0' },
      rich: { content: [{ attrs: { asset: { filename: 'one.png' } } }] },
    });
    expect(shown?.values.body).toMatch(/^See !\[\]\(\.\.\/\.\.\/media\/ast_/);
    expect(copy['posts.de']?.[0]?.values).toMatchObject({
      title: 'Eins',
      hero: { alt: 'Ein Hügel', caption: 'Der Hügel' },
    });

    await source.api.patch(`/projects/${source.id}/entries/${post}/draft`, {
      values: { en: { title: 'Two' } },
      base_version: 2,
    });
    await publishAgain(post, ['en']);
    await source.api.patch(`/projects/${source.id}/entries/${author}/draft`, {
      values: { en: { name: 'A draft nobody may see' } },
      base_version: 2,
    });
    const second = await pull('--json');
    expect(second.code, second.stdout + second.stderr).toBe(0);
    expect(JSON.parse(second.stdout)).toMatchObject({ created: 0, updated: 1, assets: { uploaded: 0 } });
    expect(await entriesOf()).toHaveLength(2);
    const now = await liveOf(local);
    expect(now['posts.en']?.map(({ values }) => values.title)).toEqual(['Two']);
    expect(now['authors.en']?.map(({ values }) => values.name)).toEqual(['Ada']);
  });

  it('finds what an import of the same file made in a collection without unique fields, where only one entry says so', async () => {
    const names = ['Ada', 'Bob', 'Twin', 'Twin'];
    const lines = names.map((name, place) =>
      JSON.stringify({ collection: 'authors', external_id: `file:${place}`, values: { en: { name } } }),
    );
    await place.write('authors.jsonl', lines.join('\n'));
    for (const project of [source, local]) await into(project, 'import', 'authors.jsonl');
    const titles = async () => (await entriesOf()).map(({ external_id, values }) => [external_id, values.en.name]);
    const named = async () => (await titles()).filter(([, name]) => name !== 'Twin').sort();
    const rename = async (name: string): Promise<void> => {
      const entries = `/projects/${source.id}/entries`;
      const { id, version } = (await source.api.get(`${entries}/by-external-id/authors/file%3A0`)).body;
      const body = { values: { en: { name } }, base_version: version };
      expect((await source.api.patch(`${entries}/${id}/draft`, body)).status).toBe(200);
      await publishAgain(id, ['en']);
    };
    expect((await pull()).code).toBe(0);
    expect(await named()).toEqual([
      ['file:0', 'Ada'],
      ['file:1', 'Bob'],
    ]);
    await rename('Ada Lovelace');
    expect((await pull()).code).toBe(0);
    expect(await named()).toEqual([
      ['file:0', 'Ada Lovelace'],
      ['file:1', 'Bob'],
    ]);
  });

  it('takes addresses for assets only where published content has them, and only those of the content host', async () => {
    const library = new AssetLibrary(source);
    const hill = await library.settled((await library.upload(testFile({ filename: 'hill.jpg' }))).id);
    const linked = (href: string) => ({ type: 'text', text: 'Hill', marks: [{ type: 'link', attrs: { href } }] });
    const rich = (...content: object[]) => ({ type: 'doc', content: [{ type: 'paragraph', content }] });
    const first = await publish('posts', { en: { title: 'One', hero: hill.id } });
    const address: string = (await liveOf(source))['posts.en']?.[0]?.values.hero.url.replace(
      '../..',
      `${app.contentUrl}/${source.id}`,
    );
    const gone = address.replace(hill.id, 'ast_gone');
    const elsewhere = address.replace(app.contentUrl, 'http://127.0.0.1:1');
    const texts = {
      title: `See ${address} for ${hill.id}`,
      link: address,
      body: `![](asset:${hill.id}) and ${gone} and ${elsewhere} and ${elsewhere.replace('.jpg', '%zz.jpg')}`,
      rich: rich(linked(`asset:${hill.id}`), linked(elsewhere), { type: 'text', text: address }),
    };
    await source.api.patch(`/projects/${source.id}/entries/${first}/draft`, { values: { en: texts }, base_version: 2 });
    await publishAgain(first, ['en']);

    const run = await pull('--json');
    expect(run.code, run.stdout + run.stderr).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ failed: [], assets: { uploaded: 1 } });
    expect(run.stderr).toContain(`Texts name files that aren't there, and keep their addresses: ${gone}.`);
    const [entry] = await entriesOf();
    const { title, link, body, rich: richer, hero } = entry?.values.en ?? {};
    expect([title, link]).toEqual([texts.title, address]);
    expect(hero).toMatch(/^ast_/);
    expect(body).toBe(texts.body.replaceAll(`asset:${hill.id}`, `asset:${hero}`));
    expect(richer).toEqual(rich(linked(`asset:${hero}`), linked(elsewhere), { type: 'text', text: address }));
  });

  it('writes into the local instance only, unless another one is named', async () => {
    await publish('authors', { en: { name: 'Ada' } });
    const connected = await pull('--into', 'connected');
    expect([connected.code, connected.stderr]).toEqual([
      2,
      expect.stringContaining('--into connected needs --project'),
    ]);
    const nowhere = await pull('--into', 'other/instance.json');
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('other/instance.json is missing')]);
    const named = await pull('--instance', 'other/instance.json');
    expect([named.code, named.stderr]).toEqual([2, expect.stringContaining('--into')]);
    const onto = { api_url: app.url, tokens: { admin: source.tokens.admin } };
    await place.write('source.json', JSON.stringify(onto));
    const itself = await pull('--into', 'source.json');
    expect([itself.code, itself.stderr]).toEqual([2, expect.stringContaining('is where the content comes from')]);
    expect(await entriesOf()).toEqual([]);
  });

  it('updates what an import of the same files has made here, and leaves alone what was edited or made here', {
    tags: ['full'],
  }, async () => {
    await place.write(
      'stele.config.json',
      JSON.stringify({
        format: 1,
        collections: [
          {
            key: 'pages',
            fields: [
              { key: 'title', type: 'text', localized: true },
              { key: 'slug', type: 'slug', unique: true, localized: true },
              { key: 'next', type: 'reference', collections: ['pages'] },
            ],
          },
        ],
      }),
    );
    const push = ['push', '--yes', '--config', 'stele.config.json', '--keep-others'];
    const line = (id: string, next?: string) =>
      JSON.stringify({
        collection: 'pages',
        external_id: `file:${id}`,
        values: { en: { title: id, slug: id, ...(next && { next: { $entry: ['pages', `file:${next}`] } }) } },
      });
    await place.write('pages.jsonl', `${line('one', 'two')}\n${line('two')}\n`);
    await rm(path.join(place.folder, '.stele'), { recursive: true });
    for (const project of [source, local]) {
      await into(project, ...push);
      await into(project, 'import', 'pages.jsonl');
    }
    await place.write('local.json', JSON.stringify({ api_url: app.url, tokens: { admin: local.tokens.admin } }));
    const again = async (...more: string[]) => {
      const run = await pull('--into', 'local.json', '--json', ...more);
      const { differing, failed } = JSON.parse(run.stdout);
      const isLeft = differing > 0 || run.stderr.includes('Left out, since');
      expect([run.code, failed], run.stdout + run.stderr).toEqual([isLeft ? 3 : 0, []]);
      return { ...JSON.parse(run.stdout), stderr: run.stderr };
    };
    const titles = async () =>
      (await entriesOf()).map(({ external_id, values }) => [external_id, values.en.title]).sort();
    const change = async (project: TestProject, name: string, values: object) => {
      const entries = `/projects/${project.id}/entries`;
      const { id, version } = (await project.api.get(`${entries}/by-external-id/pages/file%3A${name}`)).body;
      const body = { values: { en: values }, base_version: version };
      expect((await project.api.patch(`${entries}/${id}/draft`, body)).status).toBe(200);
      await project.api.post(`${entries}/${id}/publish`, { locales: ['en'] });
    };
    expect(await again()).toMatchObject({ created: 0, updated: 0, existed: 2, differing: 0 });
    await change(source, 'one', { title: 'One at the source' });
    expect(await again()).toMatchObject({ created: 0, updated: 1 });
    expect(await titles()).toEqual([
      ['file:one', 'One at the source'],
      ['file:two', 'two'],
    ]);

    await change(source, 'two', { title: 'Two at the source' });
    await change(local, 'two', { title: 'My two' });
    expect(await again()).toMatchObject({ created: 0, updated: 0, differing: 1 });
    expect(await titles()).toContainEqual(['file:two', 'My two']);
    expect(await again('--overwrite-edits')).toMatchObject({ updated: 1, differing: 0 });
    expect(await titles()).toContainEqual(['file:two', 'Two at the source']);

    await change(source, 'one', { slug: 'first' });
    expect(await again()).toMatchObject({ created: 0, updated: 1 });

    const own = { collection_key: 'pages', values: { en: { title: 'Mine', slug: 'three' } } };
    const mine = (await local.api.post(`/projects/${local.id}/entries`, own)).body.id;
    const three = await publish('pages', { en: { title: 'Three', slug: 'three' } });
    await publish('pages', { en: { title: 'Four', slug: 'four', next: three } });
    const last = await again();
    expect(last).toMatchObject({ created: 1, updated: 0 });
    expect(last.stderr).toContain(`pages/${three}: ${mine} was made here, and has the same unique value.`);
    const four = (await entriesOf()).find(({ values }) => values.en.slug === 'four');
    expect(four?.values.en.next).toBe(mine);
    expect(await titles()).toContainEqual([null, 'Mine']);
  });

  it('matches the only entry of a collection, and what was off the site for a while', { tags: ['full'] }, async () => {
    await place.write(
      'stele.config.json',
      JSON.stringify({
        format: 1,
        collections: [
          { key: 'settings', singleton: true, fields: [{ key: 'name', type: 'text' }] },
          { key: 'pages', fields: [{ key: 'slug', type: 'slug', unique: true }] },
        ],
      }),
    );
    const lines = [
      { collection: 'settings', external_id: 'file:settings', values: { en: { name: 'From the files' } } },
      { collection: 'pages', external_id: 'file:one', values: { en: { slug: 'one' } } },
    ];
    await place.write('all.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
    await rm(path.join(place.folder, '.stele'), { recursive: true });
    for (const project of [source, local]) {
      await into(project, 'push', '--yes', '--config', 'stele.config.json', '--keep-others');
      await into(project, 'import', 'all.jsonl');
    }
    await place.write('local.json', JSON.stringify({ api_url: app.url, tokens: { admin: local.tokens.admin } }));
    const again = async () => {
      const run = await pull('--into', 'local.json', '--json');
      expect([run.code, JSON.parse(run.stdout).failed], run.stdout + run.stderr).toEqual([0, []]);
      return JSON.parse(run.stdout);
    };
    const entries = `/projects/${source.id}/entries`;
    const ofPage = async () => (await source.api.get(`${entries}/by-external-id/pages/file%3Aone`)).body;
    expect(await again()).toMatchObject({ created: 0, existed: 2 });
    const { id } = await ofPage();
    expect((await source.api.post(`${entries}/${id}/unpublish`, { locales: ['en'] })).status).toBe(200);
    expect(await again()).toMatchObject({ created: 0, existed: 1 });
    const { version } = await ofPage();
    const changed = { values: { en: { slug: 'another' } }, base_version: version };
    expect((await source.api.patch(`${entries}/${id}/draft`, changed)).status).toBe(200);
    expect((await source.api.post(`${entries}/${id}/publish`, { locales: ['en'] })).status).toBe(200);
    expect(await again()).toMatchObject({ created: 0, updated: 1 });
  });

  it('leaves out what the schema here does not have, and says how often', async () => {
    const configOf = (more: string, collections = '') => `
      import { blocks, collection, defineConfig, object, reference, text } from '@stele/schema';
      const pages = collection({ key: 'pages', fields: {
        title: text(),
        parts: blocks({ quote: { words: text()${more && ', by: text()'} }${more && ', note: { words: text() }'} }),
        seo: object({ title: text()${more && ', image: text()'} }),
        ${more}
      } });
      ${collections}
      export default defineConfig({ collections: [pages${collections && ', tags'}] });`;
    await place.write(
      'there.config.ts',
      configOf(
        'summary: text(), tag: reference("tags"),',
        "const tags = collection({ key: 'tags', fields: { name: text() } });",
      ),
    );
    await place.write('here.config.ts', configOf(''));
    await rm(path.join(place.folder, '.stele'), { recursive: true });
    await into(source, 'push', '--yes', '--config', 'there.config.ts', '--keep-others');
    await into(local, 'push', '--yes', '--config', 'here.config.ts', '--keep-others');
    await place.write('local.json', JSON.stringify({ api_url: app.url, tokens: { admin: local.tokens.admin } }));
    const tag = await publish('tags', { en: { name: 'News' } });
    const parts = [
      { _type: 'quote', words: 'Hear', by: 'Ada' },
      { _type: 'note', words: 'Gone' },
    ];
    const seo = { title: 'One', image: 'a.png' };
    await publish('pages', { en: { title: 'One', summary: 'Short', tag, parts, seo } });
    await publish('pages', { en: { title: 'Two', summary: 'Shorter' } });
    const run = await pull('--into', 'local.json');
    expect(run.code, run.stdout + run.stderr).toBe(0);
    expect(run.stderr).toBe(
      [
        'These parts of the published content were left out, since the schema here lacks them:',
        '  pages.parts.note: 1 entry',
        '  pages.parts.quote.by: 1 entry',
        '  pages.seo.image: 1 entry',
        '  pages.summary: 2 entries',
        '  pages.tag: 1 entry',
        '  tags: 1 entry',
        'To have it here too, add it to the config, and pull again.',
        '',
      ].join('\n'),
    );
    const values = (await entriesOf()).map((entry) => entry.values.en).sort((a, b) => (a.title < b.title ? -1 : 1));
    expect(values).toEqual([
      { title: 'One', parts: [expect.objectContaining({ _type: 'quote', words: 'Hear' })], seo: { title: 'One' } },
      { title: 'Two' },
    ]);
  });
});
