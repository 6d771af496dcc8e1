import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { testFile } from '@stele/core/testing/media-app';
import { sharedApp } from '@stele/core/testing/shared-app';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from '../src/run.ts';
import { TestSite } from './support/site.ts';
import { ioIn, type Workplace } from './support/stele.ts';

let site: TestSite;
let place: Workplace;

beforeEach(async () => {
  site = await TestSite.make(await sharedApp());
  ({ place } = site);
});
afterEach(() => place.remove());

const read = (name: string): Promise<string> => site.read(name);
const isThere = (name: string): boolean => existsSync(path.join(place.folder, name));

describe('stele init in a site', () => {
  it('changes a site with Vite after showing what changes, once', async () => {
    await site.declare(['vite']);
    await site.writeVite();
    const shown = await place.run(['init']);
    expect([shown.code, shown.stderr]).toEqual([0, '']);
    expect(shown.stdout).toContain('--- a/vite.config.js');
    expect(shown.stdout).toContain("+import { stele } from '@stele/loader/vite';");
    expect(shown.stdout).toContain('-export default defineConfig({ plugins: [] });');
    expect(shown.stdout).toContain('--- /dev/null');
    expect(shown.stdout).toContain('To write them, run: npx stele init --yes');
    expect(await read('vite.config.js')).not.toContain('stele');
    expect(isThere('src')).toBe(false);
    const agreed = await place.run(['init', '--yes']);
    expect([agreed.code, agreed.stderr]).toEqual([0, '']);
    expect(await read('index.html')).toContain('<h1>Mine</h1>\n    <ul id="articles"></ul>');
    const again = JSON.parse((await place.run(['init', '--yes', '--json'])).stdout);
    expect(again).toEqual({ framework: 'vite', written: [], proposed: [], advice: [] });
  });

  it('writes the changes when somebody presses Enter', async () => {
    await site.declare(['vite']);
    await site.writeVite();
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
    const io = ioIn(
      place.folder,
      {},
      { onText: (text) => text.includes('Write these changes') && setImmediate(() => stdin.write('\r')) },
    );
    Object.assign(io.stdout, { isTTY: true });
    expect(await run(['init'], { ...io, stdin })).toBe(0);
    expect(await read('vite.config.js')).toContain('plugins: [stele()]');
  });

  it('adds the plugin to a config that only mentions Stele, and keeps its line ends', async () => {
    await site.declare(['vite']);
    await place.write('vite.config.js', '// For stele.example.org\r\nexport default {\r\n  base: "/",\r\n};\r\n');
    expect((await place.run(['init', '--yes'])).code).toBe(0);
    const config = await read('vite.config.js');
    expect(config).toContain("import { stele } from '@stele/loader/vite';\r\n");
    expect(config).not.toMatch(/[^\r]\n/);
  });

  it('adds to a site with Astro, also beside collections of its own', async () => {
    await site.declare(['astro']);
    await site.writeAstro();
    expect((await place.run(['init', '--yes'])).code).toBe(0);
    expect(await read('src/content.config.ts')).toContain(
      "steleLoader({ loader: stele, collection: 'posts', locales: 'en', id: 'slug', body: 'body' })",
    );
    expect(await read('astro.config.mjs')).toMatch(/^\/\/ @ts-check\nimport \{ steleBuild, steleImages \}/);
  });

  it('takes text for a date only when all of it is one, and never the title', async () => {
    await mkdir(path.join(place.folder, 'blog'));
    const first = {
      title: '2021-12-31',
      subtitle: 'Best of 2021',
      event: 'May 2022',
      iso: '2021-12-31',
      moment: '2021-12-31T10:00:00Z',
      short: 'Jul 08 2022',
      day: '8 July 2022',
      long: 'July 8, 2022',
    };
    const second = {
      title: '2022-12-31',
      subtitle: 'Hello 2022',
      event: 'Room 7, 2023',
      iso: '2022-01-01',
      moment: 'Jan 1 2022',
      short: 'Sep 1 2022',
      day: '01 Sept 2022',
      long: 'September 1, 2022',
    };
    for (const [index, data] of [first, second].entries()) {
      const lines = Object.entries(data).map(([name, value]) => `${name}: "${value}"\n`);
      await place.write(`blog/${index}.md`, `---\n${lines.join('')}---\n\nWords.\n`);
    }
    expect((await place.run(['init', '--from', 'blog'])).code).toBe(0);
    const config = await read('stele.config.ts');
    for (const name of ['title', 'subtitle', 'event']) expect(config).toContain(`${name}: text({ required: true })`);
    for (const name of ['iso', 'short', 'day', 'long']) expect(config).toContain(`${name}: date({ required: true })`);
    expect(config).toContain('moment: datetime({ required: true })');
    await place.run(['push', '--yes'], site.connected);
    vi.stubEnv('TZ', 'Asia/Tokyo');
    const imported = await place.run(['import', 'blog', '--as', 'blog', '--no-publish'], site.connected);
    vi.unstubAllEnvs();
    expect([imported.code, imported.stderr]).toEqual([0, '']);
    const { body } = await site.project.api.get(`/projects/${site.project.id}/entries?include=values`);
    const moments = body.data.map(({ values }: { values: { en: { moment: string } } }) => values.en.moment);
    expect(moments.sort()).toEqual(['2021-12-31T10:00:00.000Z', '2022-01-01T00:00:00.000Z']);
  });

  it('takes for a date what most files give as one, and names the files that do not', async () => {
    await mkdir(path.join(place.folder, 'blog', '2024'), { recursive: true });
    const posts = {
      'a.md': { pubDate: 'Jul 08 2022', updated: 'Jul 08 2022', event: 'Jul 08 2022' },
      'b.md': { pubDate: '2023-02-01', updated: 'soon', event: 'The fair' },
      '2024/bad-date.md': { pubDate: 'Febuary 31 2024', event: 'The other fair' },
    };
    for (const [name, data] of Object.entries(posts)) {
      const lines = Object.entries({ title: 'A', ...data }).map(([key, value]) => `${key}: ${value}\n`);
      await place.write(`blog/${name}`, `---\n${lines.join('')}---\n`);
    }
    const { code, stderr } = await place.run(['init', '--from', 'blog']);
    const config = await read('stele.config.ts');
    expect([code, stderr.split('\n')]).toEqual([
      0,
      [
        'pubDate is a date, but 2024/bad-date.md says "Febuary 31 2024". Fix that before you import it, or make the field text().',
        'updated isn\'t a date, because b.md says "soon". To make it one, fix that, and run the command again with --force.',
        '',
      ],
    ]);
    expect(config).toContain('pubDate: date({ required: true })');
    expect(config).toContain("order: { field: 'pubDate', direction: 'desc' }");
    expect(config).toContain('updated: text()');
    expect(config).toContain('event: text({ required: true })');
  });

  it('names all files that it cannot read, and writes nothing', async () => {
    await mkdir(path.join(place.folder, 'blog'));
    await place.write('blog/a.md', '---\ntitle: [\n---\n');
    await place.write('blog/b.md', '+++\ntitle = "B"\n+++\n');
    const { code, stderr } = await place.run(['init', '--from', 'blog']);
    expect([code, stderr.split('\n')]).toEqual([
      2,
      [
        expect.stringContaining("The front matter of blog/a.md can't be read at line"),
        expect.stringContaining('The front matter of blog/b.md is TOML.'),
        '',
      ],
    ]);
    expect(await readdir(place.folder)).toEqual(['blog']);
  });

  it('says what to add to a config that has other collections, and leaves it alone, also when forced', async () => {
    for (const name of ['blog', 'projects']) {
      await mkdir(path.join(place.folder, name));
      await place.write(`${name}/a.md`, '---\ntitle: A\n---\n');
    }
    expect((await place.run(['init', '--from', 'blog'])).code).toBe(0);
    const config = await read('stele.config.ts');
    for (const force of [[], ['--force']]) {
      const { code, stderr } = await place.run(['init', '--from', 'projects', ...force]);
      expect([code, stderr]).toEqual([
        0,
        expect.stringMatching(
          /^stele\.config\.ts has other collections too \(blog\), so it stays as it is\. Add projects to it:\n[\s\S]*key: 'projects',/,
        ),
      ]);
      expect(await read('stele.config.ts')).toBe(config);
    }
    expect((await place.run(['init', '--from', 'blog'])).code).toBe(0);
    await place.write('blog/a.md', '---\ntitle: A\nmore: B\n---\n');
    expect((await place.run(['init', '--from', 'blog'])).stderr).toContain('run the command again with --force');
  });

  it('overwrites the example of a first run when forced', async () => {
    await mkdir(path.join(place.folder, 'blog'));
    await place.write('blog/a.md', '---\ntitle: A\n---\n');
    expect((await place.run(['init'])).code).toBe(0);
    const { stderr } = await place.run(['init', '--from', 'blog']);
    expect(stderr).toContain('other collections too (articles), so it stays as it is');
    const { code, stdout } = await place.run(['init', '--from', 'blog', '--force']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Wrote stele.config.ts')]);
    expect(await read('stele.config.ts')).toContain("key: 'blog'");
  });

  it('names .mdx files with more than Markdown before the import, and leaves out the given files', async () => {
    await mkdir(path.join(place.folder, 'blog'));
    await place.write('blog/a.md', '---\ntitle: A\n---\n');
    await place.write('blog/chart.mdx', '---\ntitle: B\nchart: sales\n---\n\n<Chart />\n');
    const all = await place.run(['init', '--from', 'blog']);
    expect([all.code, all.stderr]).toEqual([
      0,
      expect.stringContaining('1 .mdx file with imports or components: chart.mdx.'),
    ]);
    const { code, stdout, stderr } = await place.run(['init', '--force', '--from', 'blog', '--exclude', '*.mdx']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain("npx stele dev --content blog --as blog --exclude '*.mdx'\n");
    expect(await read('stele.config.ts')).not.toContain('chart');
  });

  it('requires only what every file fills, so that the files can be imported', async () => {
    await mkdir(path.join(place.folder, 'blog'));
    const empty = { description: '""', tags: '[]', date: '""', hero: '""', link: '" "', rating: '', slug: '""' };
    const full = {
      description: 'Words',
      tags: '[one]',
      date: '2022-01-01',
      hero: './a.jpg',
      link: 'https://a.example',
    };
    for (const [index, data] of [empty, { ...full, rating: '3' }].entries()) {
      const lines = Object.entries(data).map(([name, value]) => `${name}: ${value}\n`);
      await place.write(`blog/${index}.md`, `---\ntitle: A\n${lines.join('')}never: ""\n---\n\nWords.\n`);
    }
    expect((await place.run(['init', '--from', 'blog'])).code).toBe(0);
    const config = await read('stele.config.ts');
    for (const line of [
      'title: text({ required: true })',
      'description: text()',
      'tags: list(text())',
      'date: date()',
      'hero: image()',
      'link: url()',
      'rating: integer()',
      'never: text()',
    ]) {
      expect(config).toContain(line);
    }
    await writeFile(path.join(place.folder, 'blog', 'a.jpg'), testFile({ filename: 'a.jpg' }).body);
    await place.run(['push', '--yes'], site.connected);
    const imported = await place.run(['import', 'blog', '--as', 'blog'], site.connected);
    expect([imported.code, imported.stderr], imported.stdout).toEqual([0, '']);
    const again = await place.run(['import', 'blog', '--as', 'blog', '--json'], site.connected);
    expect(JSON.parse(again.stdout)).toMatchObject({ updated: 0, existed: 2 });
  });

  it.each([
    [
      'an object',
      ['{ name: Ada, age: 3 }', '{ name: Bo, link: "https://b.example" }'],
      /^object\(\s*\{\s+name: text\(\{ required: true \}\),\s+age: integer\(\),\s+link: url\(\),\s+\}/,
    ],
    ['a picture in an object', ['{ name: Ada, face: ./a.jpg }', '{ name: Bo }'], /face: image\(\)/],
    [
      'an object in an object',
      ['{ a: { b: one } }', '{ a: { b: two } }'],
      /object\(\s*\{\s+a: object\(\s*\{\s+b: text\(/,
    ],
    [
      'a list of objects',
      ['[{ name: Ada }, { name: Bo, face: ./a.jpg }]', '[{ name: Cy }]'],
      /list\(\s*object\(\{\s+name: text\(\{ required: true \}\),\s+face: image\(\)/,
    ],
    ['an order number in an object', ['{ code: 007 }', '{ code: 12 }'], /code: text\(/],
    ['an object or a text', ['{ name: Ada }', 'Bo'], /json\(/],
    ['names that are no keys', ['{ "de-AT": Servus }', '{ "de-AT": Griaß di }'], /json\(/],
    ['an empty object', ['{}', '{}'], /json\(/],
    [
      'a map with many names',
      [`{ ${Array.from({ length: 30 }, (_, n) => `k${n}: ${n}`).join(', ')} }`, '{ k1: 1 }'],
      /json\(/,
    ],
  ])('makes a field of %s in front matter, which can then be imported', async (_what, values, field) => {
    await mkdir(path.join(place.folder, 'blog'));
    for (const [index, value] of values.entries()) {
      await place.write(`blog/${index}.md`, `---\ntitle: A\nwhat: ${value}\n---\n`);
    }
    await writeFile(path.join(place.folder, 'blog', 'a.jpg'), testFile({ filename: 'a.jpg' }).body);
    expect((await place.run(['init', '--from', 'blog'])).code).toBe(0);
    const [, what = ''] = (await read('stele.config.ts')).split('    what: ');
    expect(what.slice(0, 200)).toMatch(field);
    await place.run(['push', '--yes'], site.connected);
    const imported = await place.run(['import', 'blog', '--as', 'blog'], site.connected);
    expect([imported.code, imported.stderr], imported.stdout).toEqual([0, '']);
  });

  it('makes a config of the front matter of Markdown files, which can then be imported', async () => {
    await site.declare(['astro']);
    await mkdir(path.join(place.folder, 'src', 'content', 'blog'), { recursive: true });
    await place.write(
      'src/content/blog/first.md',
      '---\ntitle: First\npub-date: Jul 08 2022\ntags: [one, two]\nrating: 4\nhero: ./hill.jpg\nlink: https://example.org/\ndraft: false\n---\n\nSome *words*.\n',
    );
    await place.write(
      'src/content/blog/second.md',
      '---\npub-date: 2023-02-01\ntags: one\n---\n# Second\n\nMore words.\n',
    );
    await mkdir(path.join(place.folder, 'src', 'content', 'blog', '2023'));
    await place.write('src/content/blog/2023/third.md', '---\ntitle: Third\npub-date: 2023-03-01\ntags: one\n---\n');
    const shown = await place.run(['init', '--from', 'src/content/blog', '--as', 'posts', '--yes']);
    expect([shown.code, shown.stderr]).toEqual([0, '']);
    expect(shown.stdout).toContain('npm install --save-dev @stele/schema @stele/server');
    expect(shown.stdout).not.toContain('npm install @stele/loader');
    expect(shown.stdout).toContain('npx stele dev --content src/content/blog --as posts -- astro dev');
    const config = await read('stele.config.ts');
    for (const line of [
      'title: text({ required: true })',
      "slug: slug({ required: true, source: 'title', path: true })",
      'pubDate: date({ required: true })',
      'tags: list(text(), { required: true })',
      'rating: integer()',
      'hero: image()',
      'link: url()',
      'body: markdown()',
      "order: { field: 'pubDate', direction: 'desc' }",
    ]) {
      expect(config).toContain(line);
    }
    expect(config).not.toContain('draft');
    const { body: picture } = testFile({ filename: 'hill.jpg' });
    await writeFile(path.join(place.folder, 'src/content/blog/hill.jpg'), picture);
    await place.run(['push', '--yes'], site.connected);
    const imported = await place.run(['import', 'src/content/blog', '--as', 'posts'], site.connected);
    expect([imported.code, imported.stderr]).toEqual([0, '']);
  });

  it('lists the entries in the order of their collection on the first page of an Astro site', async () => {
    await site.declare(['astro']);
    expect((await place.run(['init', '--yes'])).code).toBe(0);
    const page = await read('src/pages/posts/index.astro');
    expect(page).toContain("import { sorted } from '@stele/loader/astro';");
    expect(page).toContain("const entries = sorted(await getCollection('posts'));");
    expect(await read('stele.config.ts')).toContain("  preview: '/posts/{slug}',\n");
  });

  it('keeps the page that a site has for the entries of a collection', async () => {
    await site.declare(['astro']);
    await mkdir(path.join(place.folder, 'src', 'pages', 'posts'), { recursive: true });
    await place.write('src/pages/posts/[...slug].astro', '<h1>Mine</h1>\n');
    expect((await place.run(['init', '--yes'])).code).toBe(0);
    expect(isThere('src/pages/posts/index.astro')).toBe(true);
    expect(isThere('src/pages/posts/[...id].astro')).toBe(false);
    expect(await read('stele.config.ts')).not.toContain('preview');
  });

  it('writes a page for a site with Next.js, and what drafts need', async () => {
    await site.declare(['next', 'react', 'react-dom']);
    expect((await place.run(['init', '--yes'])).code).toBe(0);
    expect(await read('app/api/draft/route.js')).toContain('STELE_PREVIEW_SECRET');
    expect(await read('stele.js')).toContain("stele.load('posts', { locale: 'en' })");
    expect(await read('app/posts/page.jsx')).toContain("from 'next/link'");
  });

  it('names the packages that show Markdown in a site with Next.js, until they are installed', async () => {
    await site.declare(['next', 'react', 'react-dom']);
    await mkdir(path.join(place.folder, 'my posts'));
    await place.write(
      'my posts/first.md',
      '---\ntitle: First\n---\n\nSome *words* and <b>HTML</b>, ~~gone~~.\n\n- One\n',
    );
    await mkdir(path.join(place.folder, 'my posts', '2023'));
    await place.write('my posts/2023/summer.md', '---\ntitle: Summer\n---\n');
    const shown = await place.run(['init', '--from', 'my posts', '--as', 'posts', '--yes']);
    expect(shown.stdout).toContain('npm install react-markdown remark-gfm\n');
    expect(shown.stdout).toContain("npx stele dev --content 'my posts' --as posts -- next dev");
    expect((await place.run(['init', '--yes'])).stdout).toContain('npm install react-markdown remark-gfm\n');
    const installed = JSON.parse(await read('package.json'));
    await place.write(
      'package.json',
      JSON.stringify({
        ...installed,
        dependencies: { ...installed.dependencies, 'react-markdown': '*', 'remark-gfm': '*' },
      }),
    );
    expect((await place.run(['init', '--yes'])).stdout).not.toContain('npm install react-markdown');
  });

  it('reads the language of the project, or the one that is asked for', async () => {
    await place.remove();
    site = await TestSite.make(await sharedApp(), ['de', 'en']);
    ({ place } = site);
    await site.declare([]);
    const files = { astro: 'src/content.config.ts', next: 'stele.js', vite: 'src/articles.js' };
    for (const [framework, file] of Object.entries(files)) {
      await place.write('package.json', JSON.stringify({ dependencies: { [framework]: '*' } }));
      for (const [args, language] of [
        [[], 'de'],
        [['-l', 'fr'], 'fr'],
      ] as const) {
        const shown = JSON.parse((await place.run(['init', '--force', '--json', ...args])).stdout);
        const { after } = shown.proposed.find((one: { file: string }) => one.file === file);
        expect(after).toMatch(new RegExp(`'${language}'|/${language}'`));
        expect(JSON.stringify(shown.proposed)).not.toMatch(/'en'|"en\\"|\/en'/);
      }
    }
  });

  it("refuses what isn't a language, and writes nothing", async () => {
    const { code, stderr } = await place.run(['init', '-l', "de'"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("isn't a language")]);
    expect(await readdir(place.folder)).toEqual([]);
  });

  it('says what to add to a file of a form that it does not know, and leaves that alone', async () => {
    await place.write('package.json', '{"dependencies": {"vite": "8.0.0"}}');
    const own = 'import base from "./base.js";\nexport default base();\n';
    await place.write('vite.config.js', own);
    const { stdout } = await place.run(['init', '--yes']);
    expect(stdout).toContain('vite.config.js has a form of its own. Add to it:');
    expect(stdout).toContain('    plugins: [stele()],');
    expect(await read('vite.config.js')).toBe(own);
  });
});
