import { existsSync } from 'node:fs';
import { mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type MediaApp, startMediaApp, testFile } from '@stele/core/testing/media-app';
import { sharedApp } from '@stele/core/testing/shared-app';
import { MediaProcessor } from '@stele/media';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { writeAstroBlog } from './support/astro-blog.ts';
import { writeNextBlog } from './support/next-blog.ts';
import { TestSite } from './support/site.ts';
import type { Workplace } from './support/stele.ts';

const ADMIN = path.join(import.meta.dirname, '..', '..', '..', 'apps', 'admin');
const LOADER = path.join(import.meta.dirname, '..', '..', 'loader');

let site: TestSite;
let place: Workplace;

beforeAll(() => {
  if (!existsSync(path.join(LOADER, 'dist', 'index.js'))) throw new Error('Build the loader first: pnpm build.');
});
beforeEach(async () => {
  site = await TestSite.make(await sharedApp());
  ({ place } = site);
});
afterEach(() => place.remove());

/** An API that processes pictures. */
async function withPictures(): Promise<MediaApp> {
  const processor = new MediaProcessor({ log: { warn: () => undefined } });
  const app = await startMediaApp({ mediaProcessor: processor });
  onTestFinished(async () => {
    await app.close();
    await processor.close();
  });
  return app;
}

const read = (name: string): Promise<string> => site.read(name);

describe('stele init in a site, built by its framework', () => {
  it('leaves a site with Vite that builds', async () => {
    await site.install(['vite']);
    await site.writeVite();
    expect((await place.run(['init', '--yes'])).code).toBe(0);
    await site.publishOne('articles');
    await site.build('vite/bin/vite.js');
    const text = await site.textOf('dist');
    expect(text).toContain('Hello from Stele');
    expect(text).not.toContain(site.project.tokens.read_published);
  });

  it('leaves a site with Astro that builds, also beside collections of its own', async () => {
    await site.install(['astro']);
    await site.writeAstro();
    expect((await place.run(['init', '--yes'])).code).toBe(0);
    expect(await read('src/content.config.ts')).toContain(
      "steleLoader({ loader: stele, collection: 'posts', locales: 'en', id: 'slug', body: 'body' })",
    );
    expect(await read('astro.config.mjs')).toMatch(/^\/\/ @ts-check\nimport \{ steleBuild, steleImages \}/);
    await site.publishOne('posts');
    await site.build(await site.binOf('astro'));
    expect(await read('dist/posts/index.html')).toContain('Hello from Stele');
    expect(await read('dist/index.html')).toContain('Mine');
  });

  it('makes a config of the front matter of Markdown files, which can then be imported and shown', async () => {
    await site.install(['astro']);
    await mkdir(path.join(place.folder, 'src', 'content', 'blog'), { recursive: true });
    await place.write(
      'src/content/blog/first.md',
      '---\ntitle: First\npub-date: Jul 08 2022\ntags: [one, two]\nrating: 4\nhero: ./hill.jpg\nlink: https://example.org/\ndraft: false\n---\n\nSome *words*.\n\n![A hill](./hill.jpg)\n',
    );
    await place.write(
      'src/content/blog/second.md',
      '---\npub-date: 2023-02-01\ntags: one\n---\n# Second\n\nMore words.\n',
    );
    await mkdir(path.join(place.folder, 'src', 'content', 'blog', '2023'));
    await place.write('src/content/blog/2023/third.md', '---\ntitle: Third\npub-date: 2023-03-01\ntags: one\n---\n');
    expect((await place.run(['init', '--from', 'src/content/blog', '--as', 'posts', '--yes'])).code).toBe(0);
    const { body: picture } = testFile({ filename: 'hill.jpg' });
    await writeFile(path.join(place.folder, 'src/content/blog/hill.jpg'), picture);
    await place.run(['push', '--yes'], site.connected);
    const imported = await place.run(['import', 'src/content/blog', '--as', 'posts'], site.connected);
    expect([imported.code, imported.stderr]).toEqual([0, '']);
    await site.build(await site.binOf('astro'));
    expect(await read('dist/posts/index.html')).toContain('<a href="/posts/second/">Second</a>');
    const first = await read('dist/posts/first/index.html');
    expect(first).toContain('Some <em>words</em>.');
    expect(first).toMatch(
      /<img src="[^"]+" alt="A hill" (width="\d+" height="\d+" )?(srcset="[^"]+" sizes="[^"]+" )?(style="[^"]+" )?loading="lazy" decoding="async">/,
    );
    expect(await read('dist/posts/2023/third/index.html')).toContain('<h1>Third</h1>');
  });

  it('shows entries in the pages that a blog with Astro has, beside files that stay, and drafts without dates', async () => {
    await place.remove();
    const app = await withPictures();
    site = await TestSite.make(app);
    ({ place } = site);
    await site.install(['astro']);
    await symlink(
      path.join(await realpath(path.join(place.folder, 'node_modules/astro')), '..', 'sharp'),
      path.join(place.folder, 'node_modules/sharp'),
    );
    await writeAstroBlog(site);
    const from = ['src/content/blog', '--as', 'posts', '--exclude', 'own.md'];
    expect((await place.run(['init', '--from', ...from, '--yes'])).code).toBe(0);
    await place.run(['push', '--yes'], site.connected);
    const imported = await place.run(['import', ...from], site.connected);
    expect([imported.code, imported.stderr]).toEqual([0, '']);
    await site.build(await site.binOf('astro'));
    const list = await read('dist/blog/index.html');
    expect([...list.matchAll(/\/blog\/([\w/]+)\/"/g)].map(([, name]) => name)).toEqual(['own', '2023/second', 'first']);
    const first = await read('dist/blog/first/index.html');
    expect(first).toContain('<p>loud, 2022-7-8</p>');
    expect(first).toMatch(/<img src="http[^"]*\/hill\.webp"[^>]* width="600" height="300"/);
    expect(first).toMatch(/<img class="cover" src="http[^"]*\/lake\.\w+"/);
    expect(await read('dist/blog/2023/second/index.html')).toContain('<p>calm, 2023-2-1</p>');
    expect(await read('dist/blog/own/index.html')).toMatch(/<img src="\/_astro\/hill/);
    expect(await read('dist/about/index.html')).toMatch(/<img src="\/_astro\/hill/);

    const entries = `/projects/${site.project.id}/entries`;
    for (const values of [{ title: 'Undated' }, {}]) {
      expect((await site.project.api.post(entries, { collection_key: 'posts', values: { en: values } })).status).toBe(
        201,
      );
    }
    Object.assign(site.env, { STELE_DRAFTS: '1', STELE_TOKEN: site.project.tokens.read_draft });
    await site.build(await site.binOf('astro'));
    expect(await read('dist/blog/undated/index.html')).toContain('<h1>Undated</h1>');
    expect((await read('dist/blog/index.html')).match(/<li>/g)).toHaveLength(5);
  });

  it('lists the entries in the order of their collection on the first page of an Astro site', async () => {
    await site.install(['astro']);
    const front = { zebra: '2024-03-01', apple: '2023-01-01', middle: '2024-02-01', none: '' };
    await mkdir(path.join(place.folder, 'blog'));
    for (const [name, date] of Object.entries(front)) {
      await place.write(
        `blog/${name}.md`,
        `---\ntitle: ${name}\nrating: ${date.slice(0, 7).replace('-', '')}\ndate: ${date}\n---\n\nWords.\n`,
      );
    }
    const orders = {
      "{ field: 'date', direction: 'desc' }": ['zebra', 'middle', 'apple', 'none'],
      "{ field: 'date', direction: 'asc' }": ['apple', 'middle', 'zebra', 'none'],
      "{ field: 'title', direction: 'desc' }": ['zebra', 'none', 'middle', 'apple'],
      "{ field: 'rating', direction: 'asc' }": ['apple', 'middle', 'zebra', 'none'],
    };
    expect((await place.run(['init', '--from', 'blog', '--as', 'posts'])).code).toBe(0);
    const config = await read('stele.config.ts');
    for (const [order, expected] of Object.entries(orders)) {
      await place.write(
        'stele.config.ts',
        config.replace(/ {2}key: 'posts',\n/, `  key: 'posts',\n  order: ${order},\n`),
      );
      await place.run(['push', '--yes'], site.connected);
      await place.run(['import', 'blog', '--as', 'posts'], site.connected);
      await rm(path.join(place.folder, 'src/pages'), { recursive: true, force: true });
      expect((await place.run(['init', '--yes'])).code).toBe(0);
      await site.build(await site.binOf('astro'));
      const html = await read('dist/posts/index.html');
      expect([...html.matchAll(/\/posts\/(\w+)\//g)].map(([, name]) => name)).toEqual(expected);
    }
  });

  it('leaves a site with Next.js that builds, which reads .env by itself', async () => {
    await site.install(['next', 'react', 'react-dom']);
    expect((await place.run(['init', '--yes'])).code).toBe(0);
    await site.publishOne('posts');
    await site.build('next/dist/bin/next', '--webpack');
    expect(await read('.next/server/app/posts.html')).toContain('href="/posts/hello">Hello from Stele');
    expect(await read('.next/server/app/posts/hello.html')).toContain('<h1>Hello from Stele</h1>');
  });

  it('shows entries in the pages that a blog with Next.js has, which still have their types', async () => {
    await place.remove();
    site = await TestSite.make(await withPictures());
    ({ place } = site);
    await site.install(['next', 'react', 'react-dom', 'typescript-5', '@types/react', '@types/node', '@stele/schema']);
    const modules = path.join(place.folder, 'node_modules');
    await symlink(path.join(modules, 'typescript-5'), path.join(modules, 'typescript'));
    await writeNextBlog(site);
    expect((await place.run(['init', '--from', '_posts', '--as', 'posts', '--yes'])).code).toBe(0);
    await place.run(['push', '--yes'], site.connected);
    const imported = await place.run(['import', '_posts', '--as', 'posts'], site.connected);
    expect([imported.code, imported.stderr]).toEqual([0, '']);
    await expect(site.build('next/dist/bin/next', '--webpack')).resolves.toContain('127.0.0.1');
    const list = (await read('.next/server/app/index.html')).replaceAll('<!-- -->', '');
    expect([...list.matchAll(/href="\/posts\/(\w+)">(\w+)<\/a> by (\w+)/g)].map(([, ...found]) => found)).toEqual([
      ['second', 'Second', 'Ada'],
      ['first', 'First', 'Ada'],
    ]);
    expect(list).toMatch(/<img[^>]* srcSet="http[^"]*\/hill\.webp[^"]*"/);
    expect(list).toContain('Ada at http');
    expect(await read('.next/server/app/posts/first.html')).toContain('<pre>Some *words*.</pre>');
    site.env.STELE_STRICT = '1';
    await expect(site.build('next/dist/bin/next', '--webpack')).rejects.toThrow('127.0.0.1');
  });

  it('leaves a site with Next.js whose build says loudly that the API was down', async () => {
    await site.install(['next', 'react', 'react-dom']);
    expect((await place.run(['init', '--yes'])).code).toBe(0);
    await site.publishOne('posts');
    await place.write('.env', (await read('.env')).replace((await sharedApp()).url, 'http://127.0.0.1:9'));
    const said = await site.build('next/dist/bin/next', '--webpack');
    expect(said).toContain('THE API WAS DOWN DURING THIS BUILD');
    expect(said).toContain('http://127.0.0.1:9 did not answer.');
    expect(await read('.next/server/app/posts.html')).toContain('Hello from Stele');
  });

  it('shows Markdown as such in a site with Next.js, by a package that the next steps name', async () => {
    await site.install(['next', 'react', 'react-dom']);
    await mkdir(path.join(place.folder, 'my posts'));
    await place.write(
      'my posts/first.md',
      '---\ntitle: First\n---\n\nSome *words* and <b>HTML</b>, ~~gone~~.\n\n- One\n',
    );
    await mkdir(path.join(place.folder, 'my posts', '2023'));
    await place.write('my posts/2023/summer.md', '---\ntitle: Summer\n---\n');
    expect((await place.run(['init', '--from', 'my posts', '--as', 'posts', '--yes'])).code).toBe(0);
    for (const name of ['react-markdown', 'remark-gfm']) {
      const library = path.join('node_modules', name);
      await symlink(path.join(ADMIN, library), path.join(place.folder, library));
    }
    await place.run(['push', '--yes'], site.connected);
    await place.run(['import', 'my posts', '--as', 'posts'], site.connected);
    await site.build('next/dist/bin/next', '--webpack');
    const html = (await read('.next/server/app/posts/first.html')).replaceAll('<!-- -->', '');
    expect(html).toContain('<p>Some <em>words</em> and &lt;b&gt;HTML&lt;/b&gt;, <del>gone</del>.</p>');
    expect(html).toContain('<li>One</li>');
    expect(await read('.next/server/app/posts.html')).toContain('href="/posts/2023/summer"');
    expect(await read('.next/server/app/posts/2023/summer.html')).toContain('<h1>Summer</h1>');
  });

  it('leaves a site with Next.js that can be exported', async () => {
    await site.install(['next', 'react', 'react-dom']);
    await place.write('next.config.mjs', "export default { output: 'export' };\n");
    expect((await place.run(['init', '--yes'])).code).toBe(0);
    await site.publishOne('posts');
    await site.build('next/dist/bin/next', '--webpack');
    expect(await read('out/posts/hello.html')).toContain('<h1>Hello from Stele</h1>');
  });

  it('leaves a site with Next.js and Cache Components that builds', async () => {
    await site.install(['next', 'react', 'react-dom']);
    await place.write('next.config.mjs', 'export default { cacheComponents: true };\n');
    expect((await place.run(['init', '--yes'])).code).toBe(0);
    await site.publishOne('posts');
    await site.build('next/dist/bin/next', '--webpack');
    expect(await read('.next/server/app/posts.html')).toContain('Hello from Stele');
  });
});
