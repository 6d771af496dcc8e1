import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { sharedApp } from '@stele/core/testing/shared-app';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeAstroBlog } from './support/astro-blog.ts';
import { TestSite } from './support/site.ts';
import type { Workplace } from './support/stele.ts';

let site: TestSite;
let place: Workplace;

beforeEach(async () => {
  site = await TestSite.make(await sharedApp());
  ({ place } = site);
  await site.declare(['astro']);
});
afterEach(() => place.remove());

const init = (...args: string[]) => place.run(['init', '--from', 'src/content/blog', '--as', 'posts', ...args]);
const CONTENT = 'src/content.config.ts';

/** Writes another schema for the posts, and gives the fields that it makes of them. */
async function fieldsFor(schema: string, head = ''): Promise<string> {
  await writeAstroBlog(site, {
    [CONTENT]: `import { defineCollection, reference, z } from 'astro:content';
import { glob } from 'astro/loaders';
${head}
export const collections = { blog: defineCollection({ loader: glob({ base: 'src/content/blog/', pattern: '*.md' }), schema: ${schema} }) };
`,
  });
  expect((await init()).code).toBe(0);
  return (await site.read('stele.config.ts')).replace(/[\s\S]*fields: \{\n|\n {2}\},\n\}\);[\s\S]*/g, '');
}

describe('stele init in a blog with Astro', () => {
  it('fills the collection that its pages show from Stele, and keeps its schema', async () => {
    await writeAstroBlog(site);
    const { code, stdout, stderr } = await init('--exclude', 'own.md', '--yes');
    expect([code, stderr]).toEqual([0, '']);
    const content = await site.read(CONTENT);
    expect(content).toContain(`	loader: steleLoader({
		loader: stele,
		collection: 'posts',
		locales: 'en',
		id: 'slug',
		body: 'body',
		frontMatter: { dates: ['pubDate', 'updatedDate'], required: ['title', 'summary', 'pubDate'] },
		beside: glob({ base: './src/content/blog', pattern: ['**/own.md'] }),
	}),
	schema: ({ image }) =>`);
    expect(content).toContain("import { glob } from 'astro/loaders';\n");
    expect(content).toContain('\nconst stele = createLoader<typeof config>(');
    expect(await site.read('astro.config.mjs')).toContain(
      "\timage: { service: steleImages() },\n\tsite: 'https://blog.example.org',\n\tintegrations: [steleBuild()],",
    );
    expect(existsSync(path.join(place.folder, 'src/pages/posts'))).toBe(false);
    expect(stdout).toContain('npx stele dev --content src/content/blog --as posts --exclude own.md -- astro dev\n');
    const again = JSON.parse((await place.run(['init', '--yes', '--json'])).stdout);
    expect(again).toEqual({ framework: 'astro', written: [], proposed: [], advice: [] });
  });

  it.each([
    ['src/pages/blog/[...slug].astro', 'post.id', "preview: '/blog/{slug}'"],
    ['src/pages/[slug].astro', 'post.id', "preview: '/{slug}'"],
    ['src/pages/[lang]/blog/[slug].astro', 'post.id', null],
    ['src/pages/blog/[slug].astro', 'post.data.mood', null],
  ])('says in the config where the page of a post is: %s by %s', async (file, id, line) => {
    await writeAstroBlog(site);
    const from = 'src/pages/blog/[...slug].astro';
    const page = (await site.read(from)).replace('post.id', id);
    await rm(path.join(place.folder, from));
    await mkdir(path.join(place.folder, path.dirname(file)), { recursive: true });
    await place.write(file, page);
    await mkdir(path.join(place.folder, 'src/pages/tags'));
    await place.write('src/pages/tags/[tag].astro', '---\nawait getCollection("blog");\n---\n');
    expect((await init()).code).toBe(0);
    const config = await site.read('stele.config.ts');
    expect(/preview: .*'/.exec(config)?.[0] ?? null).toBe(line);
  });

  it('says the same again where the changes were not agreed to', async () => {
    await writeAstroBlog(site);
    const first = JSON.parse((await init('--json')).stdout);
    const again = JSON.parse((await place.run(['init', '--json'])).stdout);
    expect(first.proposed.map(({ file }: { file: string }) => file)).toEqual([CONTENT, 'astro.config.mjs']);
    expect(again.proposed).toEqual(first.proposed);
  });

  it('imports the same files when the changes are agreed to later, as its own words say', async () => {
    await writeAstroBlog(site, {
      'src/content/blog/more.mdx': '---\ntitle: More\nsummary: It\npubDate: 2024-03-01\n---\n\n<Chart />\n',
    });
    const { stdout } = await init();
    const [, line = ''] = /To write them, run: (.*)/.exec(stdout) ?? [];
    expect(line).toBe('npx stele init --from src/content/blog --as posts --yes');
    const imported = 'npx stele dev --content src/content/blog --as posts --exclude more.mdx -- astro dev\n';
    expect((await place.run(['init'])).stdout).toContain(imported);
    const agreed = await place.paste(line);
    expect([agreed.code, agreed.stdout]).toEqual([0, expect.stringContaining(imported)]);
    expect(await site.read(CONTENT)).toContain("pattern: ['**/more.mdx'] })");
  });

  it('leaves a collection alone that its first config fits by chance', async () => {
    const notes = `import { defineCollection, z } from 'astro:content';
import { glob } from 'astro/loaders';
const notes = defineCollection({ loader: glob({ base: './notes', pattern: '**/*.md' }), schema: z.object({ title: z.string(), date: z.date() }) });
export const collections = { notes };
`;
    await writeAstroBlog(site, { [CONTENT]: notes, 'notes/one.md': '---\ntitle: One\ndate: 2024-03-01\n---\n' });
    for (const args of [['init'], ['init', '--yes']]) {
      expect((await place.run(args)).code).toBe(0);
    }
    const content = await site.read(CONTENT);
    expect(content).toContain("defineCollection({ loader: glob({ base: './notes', pattern: '**/*.md' })");
    expect(content).toContain('posts: defineCollection({ loader: postsLoader');
  });

  it('says which dates the files write in UTC, what is null, and that the schema has the slug', async () => {
    await fieldsFor(
      'z.object({ title: z.string(), slug: z.string().optional(), pubDate: z.coerce.date(), day: z.date().optional(), subtitle: z.string().nullable(), motto: z.nullable(z.string()).optional() })',
    );
    await place.write('src/content/blog/first.md', '---\ntitle: First\npubDate: Jul 08 2022\nday: 2024-01-05\n---\n');
    await init('--force', '--yes');
    expect(await site.read(CONTENT)).toContain(
      "frontMatter: { dates: ['pubDate', 'day'], required: ['title', 'pubDate'], utcDates: ['day'], nullable: ['subtitle'], fields: ['title', 'slug', 'pubDate', 'day', 'subtitle', 'motto', 'summary', 'hero'] },",
    );
  });

  it('removes an import that nothing needs any more', async () => {
    await writeAstroBlog(site);
    expect((await init('--yes')).code).toBe(0);
    expect(await site.read(CONTENT)).not.toContain('glob');
  });

  it('leaves files with components to the site, and says so', async () => {
    await writeAstroBlog(site, {
      'src/content/blog/2023/more.mdx': '---\ntitle: More\nsummary: It\npubDate: 2024-03-01\n---\n\n<Chart />\n',
      'src/content/blog/plain.mdx': '---\ntitle: Plain\nsummary: It\npubDate: 2024-03-01\n---\n\nWords.\n',
    });
    const { stdout, stderr } = await init('--yes');
    expect(stderr).toBe('2023/more.mdx: with components, so your site keeps them as files.\n');
    expect(stdout).toContain('--as posts --exclude 2023/more.mdx -- astro dev');
    expect(await site.read(CONTENT)).toContain("pattern: ['2023/more.mdx'] })");
  });

  it('reads what is required, chosen or given by default from the schema of the site', async () => {
    await writeAstroBlog(site);
    expect((await init()).code).toBe(0);
    const config = await site.read('stele.config.ts');
    for (const line of [
      'title: text({ required: true }),',
      'summary: text({ required: true }),',
      "mood: select({ options: ['calm', 'loud'], default: 'calm' }),",
      'pubDate: date({ required: true }),',
      'updatedDate: date(),',
      'hero: image(),',
      'cover: image(),',
      'pinned: boolean({ default: false }),',
      'tags: list(text()),',
    ]) {
      expect(config).toContain(`    ${line}\n`);
    }
  });

  it('names what refers to other collections of the site, and keeps it as text', async () => {
    const schema =
      "z.object({ title: z.string(), summary: z.string(), pubDate: z.date(), author: reference('authors').optional(), related: z.array(reference('blog')).optional() }).strict()";
    expect(await fieldsFor(schema)).toContain('    author: text(),\n    related: list(text()),\n');
    await place.run(['push', '--yes'], site.connected);
    const { stderr } = await init('--force');
    expect(stderr).toContain('author refers to the collection authors of your site: it holds ids, as text.');
  });

  it.each([
    ['z.url()', 'url()'],
    ['z.string().url().nullish()', 'url()'],
    ['z.email().optional()', 'email()'],
    ['z.number().int().default(3)', 'integer({ default: 3 })'],
    ['z.coerce.number().min(1).optional()', 'number()'],
    ["z.string().default('a').describe('b')", "text({ default: 'a' })"],
    ["z.array(z.enum(['a'])).optional()", "multiselect({ options: ['a'] })"],
    ['z.string().array().optional()', 'list(text())'],
    ["z.enum(['a', 'b']).array().default([])", "multiselect({ options: ['a', 'b'] })"],
    ["z.union([z.literal('a'), z.literal('b')]).optional()", "select({ options: ['a', 'b'] })"],
    ["z.enum(KINDS as never).catch('x')", "select({ options: ['x', 'y'], default: 'x' })"],
    ['z.optional(z.object({ a: z.string() }))', 'json()'],
    ['z.date().transform((it) => it).optional()', 'date()'],
  ])('makes of %s, which no file has, %s', async (zod, field) => {
    const fields = await fieldsFor(
      `z.object({ title: z.string(), other: ${zod} }).passthrough()`,
      "const KINDS = ['x', 'y'] as const;",
    );
    expect(fields).toContain(`    other: ${field},`);
  });

  it('keeps addresses of pictures in objects, which the schema of the site takes', async () => {
    const author = 'author: z.object({ name: z.string(), picture: z.string() })';
    await fieldsFor(`z.object({ title: z.string(), ${author} })`);
    await place.write('src/content/blog/first.md', '---\ntitle: A\nauthor: { name: Ada, picture: /a.png }\n---\n');
    await init('--force', '--yes');
    expect(await site.read('stele.config.ts')).toMatch(/author: object\(\{\s+name: text\(.*\),\s+picture: text\(/);
  });

  it('makes a list of what the schema and the files give as one', async () => {
    expect(await fieldsFor('z.object({ title: z.string(), tags: z.string().array() })')).toContain(
      '    tags: list(text()),\n',
    );
  });

  it.each([
    [
      'a schema that wants what no entry has',
      "z.object({ title: z.string(), 'read-time': z.number().optional() })",
      "// The schema wants read-time, which entries of Stele don't have.",
    ],
    ['a name that would be taken twice', 'stele', 'loader: steleLoader({'],
  ])('says what to add to %s, and changes nothing there', async (_what, schema, said) => {
    await fieldsFor(schema, 'const stele = z.object({ title: z.string() });');
    const before = await site.read(CONTENT);
    const { stdout } = await init('--force', '--yes');
    expect(stdout).toContain('src/content.config.ts has a form of its own. Add to it:');
    expect(stdout).toContain(said);
    expect(await site.read(CONTENT)).toBe(before);
  });

  it.each([
    ['**/[^_]*.md', ['.hidden.md', '_draft.md', 'page.mdx']],
    ['*.{md,mdx}', ['.hidden.md', '2023/second.md']],
  ])('imports no file that the pattern %s leaves out', async (pattern, leftOut) => {
    await writeAstroBlog(site, {
      'src/content/blog/page.mdx': '---\ntitle: Page\nsummary: It\npubDate: 2024-03-01\n---\n',
      'src/content/blog/_draft.md': '---\ntitle: Draft\nsecret: It\n---\n',
      'src/content/blog/.hidden.md': '---\ntitle: Hidden\nsecret: It\n---\n',
    });
    const before = await site.read(CONTENT);
    const changed = before.replace('**/*.{md,mdx}', pattern);
    await place.write(CONTENT, changed);
    const { stdout, stderr } = await init('--yes');
    expect(stderr).toContain(`${leftOut.join(', ')}: not in the pattern of your collection, so not imported.`);
    expect(stdout).toContain(`--as posts${leftOut.map((one) => ` --exclude ${one}`).join('')} -- astro dev`);
    expect(await site.read(CONTENT)).not.toContain('glob');
    expect(await site.read(CONTENT)).toContain('steleLoader({');
  });

  it('shows no file beside the entries that the pattern leaves out', async () => {
    await writeAstroBlog(site, { 'src/content/blog/_own.md': '---\ntitle: Draft\n---\n' });
    await place.write(CONTENT, (await site.read(CONTENT)).replace('**/*.{md,mdx}', '**/[^_]*.md'));
    expect((await init('--yes', '--exclude', '*own.md')).code).toBe(0);
    expect(await site.read(CONTENT)).toContain("pattern: ['**/*own.md', '!_own.md'] })");
  });

  it.each([
    ["pattern: ['**/*.md', '!drafts/**'] })"],
    ["pattern: '**/*.md', generateId: ({ entry }) => entry.slice(5) })"],
    ["pattern: '**/*.md', ...more })"],
  ])('changes no glob() with %s, and says so', async (options) => {
    await writeAstroBlog(site);
    const before = (await site.read(CONTENT)).replace("pattern: '**/*.{md,mdx}' })", options);
    expect(before).toContain(options);
    await place.write(CONTENT, before);
    const { stdout, stderr } = await init('--yes');
    const again = await init('--yes', '--exclude', 'drafts/**');
    expect(again.stdout).not.toContain("pattern: ['drafts/");
    expect(stderr).toContain('The glob() of blog may leave out files: give those to --exclude');
    expect(stdout).toContain('src/content.config.ts has a form of its own. Add to it:');
    expect(await site.read(CONTENT)).toBe(before);
  });

  it('keeps a loader readable that is named and handed over in short', async () => {
    await writeAstroBlog(site);
    const before = (await site.read(CONTENT))
      .replace(
        'const blog',
        "const loader = glob({ base: './src/content/blog', pattern: '**/*.{md,mdx}' });\nconst blog",
      )
      .replace(/\tloader: glob.*\n/, '\tloader,\n');
    await place.write(CONTENT, before);
    expect((await init('--yes')).code).toBe(0);
    expect(await site.read(CONTENT)).toContain('\tloader: steleLoader({\n\t\tloader: stele,');
  });

  it.each(['config', 'createLoader', 'steleLoader'])('declares %s only once', async (name) => {
    await writeAstroBlog(site);
    const before = (await site.read(CONTENT)).replace('const blog', `export const ${name} = 1;\nconst blog`);
    await place.write(CONTENT, before);
    expect((await init('--yes')).stdout).toContain('src/content.config.ts has a form of its own. Add to it:');
    expect(await site.read(CONTENT)).toBe(before);
  });

  it('adds a collection beside those that it does not know', async () => {
    const own = `import { defineCollection } from 'astro:content';
import { own } from './own.ts';
export const collections = { blog: defineCollection(own('src/content/blog')) };
`;
    await writeAstroBlog(site, { [CONTENT]: own });
    expect((await init('--yes')).code).toBe(0);
    const content = await site.read(CONTENT);
    expect(content).toContain('collections = { posts: defineCollection({ loader: postsLoader');
    expect(content).toContain("blog: defineCollection(own('src/content/blog'))");
    expect(existsSync(path.join(place.folder, 'src/pages/posts/index.astro'))).toBe(true);
  });
});
