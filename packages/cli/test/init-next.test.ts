import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { sharedApp } from '@stele/core/testing/shared-app';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeNextBlog } from './support/next-blog.ts';
import { TestSite } from './support/site.ts';
import type { Workplace } from './support/stele.ts';

let site: TestSite;
let place: Workplace;

beforeEach(async () => {
  site = await TestSite.make(await sharedApp());
  ({ place } = site);
  await site.declare(['next', 'react', 'react-dom', 'gray-matter']);
});
afterEach(() => place.remove());

const init = () => place.run(['init', '--from', '_posts', '--as', 'posts', '--yes']);
const LIBRARY = 'src/lib/api.ts';

describe('stele init in a blog with Next.js', () => {
  it('reads the posts of its pages from Stele, and has the pages wait for them', async () => {
    await writeNextBlog(site);
    const { code, stderr } = await init();
    expect([code, stderr]).toEqual([0, '']);
    expect(await site.read(LIBRARY)).toBe(`import { imageProps, isComplete } from '@stele/loader/next';
import { Post } from "@/interfaces/post";
import { loadPosts } from '../stele';

/** The posts, in the order of their collection, without drafts that lack what is required. */
export async function getAllPosts(): Promise<Post[]> {
  const entries = (await loadPosts()).filter(isComplete);
  return entries.map(({ values: { body, ...values } }) => {
    const post = {
      ...values,
      slug: values.slug,
      content: body ?? '',
      coverImage: values.coverImage && imageProps(values.coverImage).src,
      author: values.author && {
        ...values.author,
        picture: values.author.picture && imageProps(values.author.picture).src,
      },
    };
    return post as unknown as Post;
  });
}

export async function getPostBySlug(slug: string): Promise<Post | null> {
  const posts = await getAllPosts();
  return posts.find((post) => post.slug === slug) ?? null;
}

export async function getPostSlugs(): Promise<string[]> {
  return (await getAllPosts()).map((post) => post.slug);
}
`);
    expect(await site.read('src/app/page.tsx')).toContain(
      'export default async function Index() {\n  const posts = await getAllPosts();',
    );
    const page = await site.read('src/app/posts/[slug]/page.tsx');
    expect(page).toContain('const post = await getPostBySlug(slug);');
    expect(page).toContain('export async function generateStaticParams() {\n  return (await getAllPosts()).map(');
    expect(await site.read('stele.config.ts')).toContain(`author: object(
      {
        name: text({ required: true }),
        picture: image({ required: true }),
      },`);
    expect(await site.read('stele.config.ts')).toContain("  preview: '/posts/{slug}',\n");
    const config = await site.read('next.config.mjs');
    expect(config).toContain("withStele({ images: { loader: 'custom', loaderFile: './image-loader.js'");
    expect(await site.read('src/app/layout.tsx')).toBe(`import { LiveContent } from './live-content';
export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}<LiveContent /></body></html>;
}
`);
    const { STELE_PREVIEW_SECRET: secret = '' } = parseEnv(await site.read('.env'));
    expect(secret).toMatch(/^[\w-]{32}$/);
    expect(existsSync(path.join(place.folder, 'src/app/posts/page.tsx'))).toBe(false);
    const again = JSON.parse((await place.run(['init', '--yes', '--json'])).stdout);
    expect(again).toEqual({ framework: 'next', written: [], proposed: [], advice: [] });
  });

  it('says what to write where a caller cannot wait, and changes nothing there', async () => {
    const caller = `"use client";
import { getAllPosts } from "@/lib/api";
export const Titles = () => <p>{getAllPosts().length}</p>;
`;
    await writeNextBlog(site, { 'src/app/titles.tsx': caller });
    const before = await site.read(LIBRARY);
    const { stdout } = await init();
    expect(stdout).toContain(`${LIBRARY} has a form of its own. Add to it:`);
    expect(stdout).toContain('// Its callers have to await it.');
    expect(await site.read(LIBRARY)).toBe(before);
    expect(await site.read('src/app/titles.tsx')).toBe(caller);
  });

  const use = "import { getAllPosts } from '@/lib/api';\n";
  it.each<[string, Record<string, string>]>([
    [
      'hands it on',
      { 'src/app/all/page.tsx': `${use}export default async function All() { return [1].map(getAllPosts).length; }\n` },
    ],
    ['exports it again', { 'src/lib/index.ts': "export { getAllPosts } from './api';\n" }],
    ['names its type', { 'src/lib/type.ts': `${use}export type All = ReturnType<typeof getAllPosts>;\n` }],
    [
      'imports it all',
      { 'src/lib/all.ts': "import * as api from './api';\nexport const all = async () => api.getAllPosts();\n" },
    ],
    [
      'imports it later',
      { 'src/lib/later.ts': "export const all = async () => (await import('./api')).getAllPosts();\n" },
    ],
    [
      'is called in turn',
      { 'src/lib/recent.ts': `${use}export function getRecent() { return getAllPosts().slice(0, 5); }\n` },
    ],
    [
      'is called by its own file',
      {
        'src/app/own/page.tsx': `${use}function titles() { return getAllPosts().length; }\nexport default function Own() { return titles(); }\n`,
      },
    ],
    [
      'has a type of what it returns',
      { 'src/app/typed/page.tsx': `${use}export default function Typed(): number { return getAllPosts().length; }\n` },
    ],
    [
      'is shown by another page',
      {
        'src/app/a/page.tsx': `${use}export default function A() { return getAllPosts().length; }\n`,
        'src/app/b/page.tsx': "import A from '../a/page';\nexport default function B() { return A() + 1; }\n",
      },
    ],
    [
      'comes by another alias',
      {
        'src/app/c/page.tsx':
          "import { getAllPosts } from '#lib/api';\nexport default async function C() { return getAllPosts().length; }\n",
      },
    ],
    [
      'lies in another folder',
      { 'scripts/feed.mjs': "import { getAllPosts } from '../src/lib/api.ts';\nconsole.log(getAllPosts().length);\n" },
    ],
    [
      'is a page of the Pages Router',
      {
        'src/pages/old.tsx': `${use}export async function getStaticProps() { return { props: { posts: getAllPosts() } }; }\n`,
      },
    ],
    ['is MDX', { 'src/app/d/page.mdx': `${use}\n{getAllPosts().length}\n` }],
    ['cannot be read', { 'src/app/e/page.tsx': `${use}export default function E( { return getAllPosts().length; }\n` }],
    [
      'runs in browsers',
      { 'src/app/f/page.tsx': `"use client";\n${use}export default function F() { return getAllPosts().length; }\n` },
    ],
  ])('changes nothing where a caller %s', async (_what, more) => {
    await writeNextBlog(site, more);
    const before = await site.read(LIBRARY);
    const { code, stdout } = await init();
    expect(code).toBe(0);
    expect(stdout).toContain(`${LIBRARY} has a form of its own. Add to it:`);
    expect(await site.read(LIBRARY)).toBe(before);
    for (const [name, text] of Object.entries(more)) expect(await site.read(name)).toBe(text);
    expect(await site.read('next.config.mjs')).toContain('withStele({})');
    expect(existsSync(path.join(place.folder, 'image-loader.js'))).toBe(false);
  });

  it.each([
    ['takes other arguments', 'getAllPosts(): Post[]', 'getAllPosts(limit = 9): Post[]'],
    ['does not say what it returns', 'getAllPosts(): Post[]', 'getAllPosts()'],
    ['leaves out posts', '.sort(', '.filter((post) => post.content).sort('],
  ])('changes nothing where a function %s', async (_what, from, to) => {
    await writeNextBlog(site);
    const before = (await site.read(LIBRARY)).replace(from, to);
    expect(before).toContain(to);
    await place.write(LIBRARY, before);
    expect((await init()).stdout).toContain(`${LIBRARY} has a form of its own. Add to it:`);
    expect(await site.read(LIBRARY)).toBe(before);
  });

  it('keeps what a function gives that never gives null', async () => {
    await writeNextBlog(site);
    await place.write(LIBRARY, (await site.read(LIBRARY)).replace('): Post | null {', '): Post {'));
    await init();
    expect(await site.read(LIBRARY)).toContain('(slug: string): Promise<Post> {');
  });

  it.each([
    ['remark-html', '  return withPictures(result.toString(), post);'],
    ['marked', 'withPictures(html, post)'],
    ['react-markdown', '<Markdown rehypePlugins={[[stelePictures, post]]}>{post.content}</Markdown>'],
  ])('says how pictures in the text get their sizes by %s, and that next/image makes no others', async (name, line) => {
    const html = `import html from '${name}';\nexport default (markdown: string) => html(markdown);\n`;
    await writeNextBlog(site, { 'src/lib/markdownToHtml.ts': html });
    const { stdout } = await init();
    expect(stdout).toContain('src/lib/markdownToHtml.ts has a form of its own. Add to it:');
    expect(stdout).toContain(line);
    expect(stdout).toContain('All others are served as they are');
    expect(await site.read('src/lib/markdownToHtml.ts')).toBe(html);
    expect(await site.read(LIBRARY)).toContain('await loadPosts()');
  });

  it('gives dates as the files did: as a Date where they have no quotes', async () => {
    await writeNextBlog(site);
    for (const name of ['first', 'second']) {
      const text = await site.read(`_posts/${name}.md`);
      await place.write(`_posts/${name}.md`, text.replace(/"(202\d-03-16)T[^"]*"/, '$1'));
    }
    expect((await init()).code).toBe(0);
    expect(await site.read(LIBRARY)).toContain('      date: values.date && new Date(values.date),\n');
  });

  it.each([
    ['whose files are not named', ['init', '--yes'], '"2020-03-16"'],
    [
      'where only some files have dates in quotes',
      ['init', '--from', '_posts', '--as', 'posts', '--yes'],
      '2020-03-16',
    ],
  ])('changes no function %s', async (_what, args, date) => {
    await writeNextBlog(site);
    const first = await site.read('_posts/first.md');
    await place.write('_posts/first.md', first.replace(/"2020[^"]*"/, date));
    const before = await site.read(LIBRARY);
    await place.run(['init', '--from', '_posts', '--as', 'posts']);
    expect((await place.run(args)).stdout).toContain(`${LIBRARY} has a form of its own. Add to it:`);
    expect(await site.read(LIBRARY)).toBe(before);
  });

  it('changes pages in JavaScript, and those that import from the folder of the site', async () => {
    await writeNextBlog(site, {
      'src/app/js/page.js': `import { getAllPosts } from 'src/lib/api';
export default function Titles() {
  return <p>{getAllPosts().length}</p>;
}
`,
    });
    expect((await init()).code).toBe(0);
    expect(await site.read('src/app/js/page.js')).toContain(`export default async function Titles() {
  return <p>{(await getAllPosts()).length}</p>;`);
    expect(await site.read(LIBRARY)).toContain('await loadPosts()');
  });

  it('writes no page whose address the Pages Router has, and keeps both routers in one folder', async () => {
    await place.write('tsconfig.json', '{}');
    for (const folder of ['src/pages/posts', '_posts'])
      await mkdir(path.join(place.folder, folder), { recursive: true });
    await place.write('src/pages/posts/[slug].tsx', 'export default () => <p>Mine</p>;\n');
    await place.write('_posts/a.md', '---\ntitle: A\n---\n');
    expect((await init()).code).toBe(0);
    expect(existsSync(path.join(place.folder, 'src/stele.ts'))).toBe(true);
    expect(await site.read('stele.config.ts')).not.toContain('preview');
    for (const name of ['app', 'src/app/posts']) expect(existsSync(path.join(place.folder, name))).toBe(false);
  });

  it.each([
    ['src/app/(blog)/articles/[slug]/page.tsx', "preview: '/articles/{slug}'"],
    ['src/app/[lang]/posts/[slug]/page.tsx', null],
  ])('says in the config where the page of a post is: %s', async (file, line) => {
    await writeNextBlog(site);
    const from = 'src/app/posts/[slug]/page.tsx';
    const page = (await site.read(from)).replace('../../../lib/api', '@/lib/api');
    await rm(path.join(place.folder, from));
    await mkdir(path.join(place.folder, path.dirname(file)), { recursive: true });
    await place.write(file, page);
    expect((await init()).code).toBe(0);
    const config = await site.read('stele.config.ts');
    expect(/preview: .*'/.exec(config)?.[0] ?? null).toBe(line);
  });

  it('knows no other module than one with the functions of such a blog', async () => {
    await writeNextBlog(site, {
      [LIBRARY]: "import matter from 'gray-matter';\nexport const read = (text: string) => matter(text);\n",
    });
    expect((await init()).code).toBe(0);
    expect(await site.read(LIBRARY)).toContain('matter(text)');
    expect(existsSync(path.join(place.folder, 'src/app/posts/page.tsx'))).toBe(true);
  });
});

describe('stele init in a site with Next.js', () => {
  const bare = () => place.run(['init', '--yes']);
  const WRAPPED = "import withStele from '@stele/loader/next/config';\n";

  it.each([
    ['an object', 'export default { trailingSlash: true };\n', 'export default withStele({ trailingSlash: true });\n'],
    [
      'a name',
      'const config: NextConfig = {};\nexport default config;\n',
      'const config: NextConfig = {};\nexport default withStele(config);\n',
    ],
    [
      'a call',
      "import mdx from '@next/mdx';\nexport default mdx()({});\n",
      "import mdx from '@next/mdx';\nexport default withStele(mdx()({}));\n",
    ],
    [
      'a function',
      'export default async (phase) => ({ distDir: phase });\n',
      'export default withStele(async (phase) => ({ distDir: phase }));\n',
    ],
  ])('wraps a config that is %s', async (_what, before, after) => {
    await place.write('next.config.ts', before);
    expect((await bare()).code).toBe(0);
    expect(await site.read('next.config.ts')).toBe(`${WRAPPED}${after}`);
    const again = JSON.parse((await place.run(['init', '--yes', '--json'])).stdout);
    expect(again).toEqual({ framework: 'next', written: [], proposed: [], advice: [] });
  });

  it.each([
    [
      'a module of CommonJS',
      'module.exports = {};\n',
      ["const { default: withStele } = require('@stele/loader/next/config');", 'module.exports = withStele(config);'],
    ],
    [
      'a function with a name',
      'export default function config() { return {}; }\n',
      ["import withStele from '@stele/loader/next/config';", 'export default withStele(config);'],
    ],
  ])('says how to wrap a config that is %s', async (_what, before, lines) => {
    await place.write('next.config.js', before);
    const { stdout } = await bare();
    expect(stdout).toContain('next.config.js has a form of its own. Add to it:');
    for (const line of lines) expect(stdout).toContain(line);
    expect(await site.read('next.config.js')).toBe(before);
  });

  it('has a layout of its own follow what is published, and show the live preview in draft mode', async () => {
    expect((await bare()).code).toBe(0);
    expect(await site.read('stele.config.ts')).toContain("  preview: '/posts/{slug}',\n");
    expect(await site.read('app/layout.jsx')).toContain('        <LiveContent />\n      </body>');
    const shown = await site.read('app/live-content.jsx');
    for (const element of ['<FollowContent />', '<Preview admin={admin} />', '<PreviewMark />']) {
      expect(shown).toContain(element);
    }
    for (const route of ['api/draft', 'api/draft/end', 'api/revalidate', '.well-known/stele.json']) {
      expect(await site.read(`app/${route}/route.js`)).toMatch(/export (const|async function) (GET|POST)/);
    }
  });

  it('names routes that need a server so that an export leaves them out', async () => {
    await place.write('next.config.mjs', "export default { output: 'export' };\n");
    expect((await bare()).code).toBe(0);
    for (const route of ['api/draft', 'api/draft/end', 'api/revalidate', '.well-known/stele.json']) {
      expect(await site.read(`app/${route}/route.server.js`)).toContain('export ');
    }
  });

  it.each([
    [
      'on lines of its own',
      'export default ({ children }) => (\n  <html>\n    <body className="a">\n      {children}\n    </body>\n  </html>\n);\n',
      '      {children}\n      <LiveContent />\n    </body>\n',
    ],
    ['for browsers', "'use client';\nexport default ({ children }) => <html><body>{children}</body></html>;\n", null],
    ['without a body', 'export default ({ children }) => <Frame>{children}</Frame>;\n', null],
    ['with two bodies', 'export default ({ a, children }) => a ? <body>{a}</body> : <body>{children}</body>;\n', null],
  ])('changes a layout only whose body it knows: one %s', async (_what, before, after) => {
    await mkdir(path.join(place.folder, 'app'));
    await place.write('app/layout.jsx', before);
    const { stdout } = await bare();
    const layout = await site.read('app/layout.jsx');
    if (after !== null) expect(layout).toContain(after);
    else expect([layout, stdout]).toEqual([before, expect.stringContaining("// at the end of the layout's <body>:")]);
  });

  it('writes a secret for drafts, beside what .env has, and none where there is one', async () => {
    const variables = await site.read('.env');
    const { stdout } = await bare();
    expect(stdout).toMatch(/Wrote .*app\/api\/draft\/route\.js.*, \.env/);
    const written = await site.read('.env');
    expect(written.startsWith(variables)).toBe(true);
    expect(written).toMatch(/\nSTELE_PREVIEW_SECRET=[\w-]{32}\nSTELE_DRAFT_TOKEN=\n$/);
    expect(stdout).not.toContain(parseEnv(written).STELE_PREVIEW_SECRET);
    await rm(path.join(place.folder, 'app/live-content.jsx'));
    await bare();
    expect(await site.read('.env')).toBe(written);
  });
});
