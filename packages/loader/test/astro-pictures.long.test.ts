import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Json } from '@stele/snapshot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Site, startSite, TOKEN } from './support/site.ts';
import { entry, PROJECT, publish, putMirror } from './support/snapshots.ts';
import { storedPicture } from './support/stored-picture.ts';

const PACKAGE = path.join(import.meta.dirname, '..');
const run = promisify(execFile);

let folder: string;
let site: Site;
let hill: Awaited<ReturnType<typeof storedPicture>>;

/** As in Astro's blog template: a list with pictures of two to one, and a layout with one of another size. */
const LIST = `---
import { getCollection } from 'astro:content';
import { Image } from 'astro:assets';
import { imageProps } from '@stele/loader/astro';
const posts = await getCollection('posts');
---
<ul>{posts.map(({ id, data }) => <li><a href={id}><Image {...imageProps(data.heroImage, { width: 720, height: 360 })} /></a></li>)}</ul>`;
const POST = `---
import { getCollection, render } from 'astro:content';
import { Image } from 'astro:assets';
import { imageProps } from '@stele/loader/astro';
export const getStaticPaths = async () =>
  (await getCollection('posts')).map((post) => ({ params: { slug: post.id }, props: post }));
const { Content } = await render(Astro.props);
---
<head><meta property="og:image" content={Astro.props.data.heroImage.url}></head>
<div class="hero"><Image {...imageProps(Astro.props.data.heroImage, { width: 1020, height: 510 })} /></div>
<main><Content /></main>`;

beforeAll(async () => {
  if (!existsSync(path.join(PACKAGE, 'dist', 'index.js'))) throw new Error('Build the loader first: pnpm build.');
  folder = await mkdtemp(path.join(tmpdir(), 'stele-astro-pictures-'));
  site = await startSite();
  // A portrait, which lists of two to one cut.
  hill = await storedPicture(site.storage, 1, 2000, 3000);
  const inText = hill.variants.find(({ name }) => name === '1920.webp')?.url;
  const values = {
    title: 'A walk',
    heroImage: hill,
    body: `A text.\n\n![A hill](${inText})\n\n![Own](/own.png) and \`![code](${inText})\`\n`,
    _pictures: [hill],
  };
  const entries = [entry(1, values as unknown as Record<string, Json>)];
  await putMirror(
    site.storage,
    TOKEN,
    await publish(site.storage, 1, [{ collection: 'posts', locale: 'en', entries }]),
  );
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** Makes a site. @param astro a version for npm */
async function makeSite(astro: string): Promise<string> {
  const own = path.join(folder, astro);
  await mkdir(path.join(own, 'src', 'pages'), { recursive: true });
  await mkdir(path.join(own, 'public'));
  await writeFile(path.join(own, 'public', 'own.png'), 'own');
  await writeFile(path.join(own, 'package.json'), '{"type": "module", "private": true}');
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', `astro@${astro}`], { cwd: own });
  await mkdir(path.join(own, 'node_modules', '@stele'), { recursive: true });
  await symlink(PACKAGE, path.join(own, 'node_modules', '@stele', 'loader'));
  await writeFile(path.join(own, 'src', 'pages', 'index.astro'), LIST);
  await writeFile(path.join(own, 'src', 'pages', '[slug].astro'), POST);
  await writeFile(
    path.join(own, 'src', 'content.config.ts'),
    `import { defineCollection } from 'astro:content';
     import { createLoader, steleLoader } from '@stele/loader/astro';
     const loader = createLoader({
       url: 'http://127.0.0.1:9', contentUrl: '${site.content.url}', projectId: '${PROJECT}', token: '${TOKEN}', retries: 0,
     });
     const posts = steleLoader({ loader, collection: 'posts', locales: 'en', body: 'body', pictures: { width: 720 } });
     export const collections = { posts: defineCollection({ loader: posts, schema: posts.schema }) };`,
  );
  await writeFile(
    path.join(own, 'astro.config.mjs'),
    `import { defineConfig } from 'astro/config';
     import { steleBuild, steleImages } from '@stele/loader/astro';
     const assets = process.env.ASSETS || undefined;
     export default defineConfig({
       site: 'https://example.org', base: '/blog', integrations: [steleBuild({ assets })], image: { service: steleImages() },
     });`,
  );
  return own;
}

const tagsOf = (html: string): string[] => [...html.matchAll(/<img [^>]*>/g)].map(([tag]) => tag);
const attribute = (tag: string, name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];

it.each([
  ['5', process.versions.node],
  ['latest', '24'],
] as const)(
  'pictures of fields and of Markdown are shown alike, and copied into the site when wanted, by Astro %s on Node %s',
  async (astro, version) => {
    const own = await makeSite(astro);
    const { stdout } = await run('npx', ['--yes', `node@${version}`, '-p', 'process.execPath'], { cwd: folder });
    const installed = path.join(own, 'node_modules', 'astro');
    const { bin } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'));
    const build = async (env: Record<string, string> = {}): Promise<string> => {
      const { stderr, stdout: said } = await run(stdout.trim(), [path.join(installed, bin.astro), 'build'], {
        cwd: own,
        env: { PATH: process.env.PATH, HOME: own, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', ...env },
      }).catch((error: { stdout: string; stderr: string }) => error);
      return said + stderr;
    };
    const read = (name: string): Promise<string> => readFile(path.join(own, 'dist', name), 'utf8');

    expect(await build()).toContain(`THE BUILT WEBSITE POINTS TO ${site.content.url}`);
    const [id = ''] = await readdir(path.join(own, 'dist')).then((names) => names.filter((n) => n.startsWith('ent_')));
    const [listed = ''] = tagsOf(await read('index.html'));
    expect([attribute(listed, 'width'), attribute(listed, 'height')]).toEqual(['720', '360']);
    expect(attribute(listed, 'style')).toContain('aspect-ratio: 720 / 360; object-fit: cover');
    const [hero = '', inText = '', local = ''] = tagsOf(await read(`${id}/index.html`));
    expect([attribute(hero, 'width'), attribute(hero, 'height')]).toEqual(['1020', '510']);
    expect([attribute(inText, 'width'), attribute(inText, 'height')]).toEqual(['720', '1080']);
    for (const name of ['srcset', 'loading', 'decoding']) expect(attribute(inText, name)).toBe(attribute(hero, name));
    expect(attribute(inText, 'srcset')).toContain(' 320w, ');
    expect(attribute(inText, 'sizes')).toBe('(min-width: 720px) 720px, 100vw');
    expect(attribute(inText, 'alt')).toBe('A hill');
    expect(attribute(inText, 'style')).toContain('background: url(data:image/png;base64,');
    expect(local).toMatch(/^<img src="\/own.png" alt="Own"\s*\/?>$/);
    expect(await build({ STELE_STRICT: '1' })).toContain('THE BUILT WEBSITE POINTS TO');

    site.content.clear();
    expect(await build({ ASSETS: 'copy', STELE_STRICT: '1' })).not.toContain('THE BUILT WEBSITE');
    const fetched = site.content.requests.filter((url) => url.includes('/media/'));
    expect(fetched.length).toBeGreaterThanOrEqual(6);
    const page = await read(`${id}/index.html`);
    expect(page).not.toContain(site.content.url);
    expect(page).toMatch(/<meta property="og:image" content="https:\/\/example\.org\/blog\/_stele\/ast_/);
    const shown = [...page.matchAll(/\/blog\/(_stele\/[^\s",)]+)/g)].map(([, file = '']) => file);
    for (const file of shown) expect(await read(file)).toMatch(/ of picture 1$/);
    expect(await read(attribute(tagsOf(page)[1] ?? '', 'src')?.replace('/blog/', '') ?? '')).toBe(
      '1920.webp of picture 1',
    );

    site.content.clear();
    await build({ ASSETS: 'copy' });
    expect(site.content.requests.filter((url) => url.includes('/media/'))).toEqual([]);
    // All files that the pages need are there, without Stele.
    await cp(path.join(own, 'dist'), path.join(folder, `${astro}-copy`), { recursive: true });
    for (const file of shown) expect(existsSync(path.join(folder, `${astro}-copy`, file))).toBe(true);
  },
);
