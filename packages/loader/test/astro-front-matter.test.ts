import type { LoaderContext } from 'astro/loaders';
import { z } from 'astro/zod';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { stopFollowing } from '../src/astro/follow-live.ts';
import imageService from '../src/astro/image-service.ts';
import { imageProps, type SteleLoaderOptions, steleLoader } from '../src/astro/index.ts';
import { astroContext } from './support/astro-store.ts';
import { picture } from './support/pictures.ts';
import { type Site, startSite, TOKEN } from './support/site.ts';
import { entry, publish, putMirror } from './support/snapshots.ts';

let site: Site;
beforeEach(async () => {
  site = await startSite();
});
afterEach(async () => {
  stopFollowing();
  await site.close();
});

/** As Astro has it for entries of loaders: a mark that its store replaces. */
const image = () => z.string().transform((address) => `__ASTRO_IMAGE_${address}`);
const schema = z
  .object({
    title: z.string(),
    pubDate: z.coerce.date(),
    updated: z.date().optional(),
    hero: image().optional(),
    cover: z.string().url().optional(),
    credit: z.string().optional(),
    gallery: z.array(z.object({ shot: image() })).optional(),
  })
  .strict();

async function publishPosts(posts: Readonly<Record<number, object>>, number = 1) {
  const entries = Object.entries(posts).map(([id, post]) => entry(Number(id), { ...post }));
  await putMirror(
    site.storage,
    TOKEN,
    await publish(site.storage, number, [{ collection: 'posts', locale: 'en', entries }]),
  );
}

/** A context of Astro that checks data by a schema. */
function checking(by: z.ZodType = schema): ReturnType<typeof astroContext> {
  const made = astroContext();
  const parseData = async ({ data }: { data: object }) => by.parse(data);
  return { ...made, context: { ...made.context, parseData } as unknown as LoaderContext };
}

const loader = (options: Partial<SteleLoaderOptions> = {}) =>
  steleLoader({
    loader: site.loader({ url: 'http://127.0.0.1:9', token: TOKEN, retries: 0 }),
    collection: 'posts',
    locales: 'en',
    id: 'slug',
    frontMatter: { dates: ['pubDate', 'updated'], required: ['title', 'pubDate'] },
    ...options,
  });

describe('values as front matter', () => {
  it('give a day as files did: at midnight in UTC, or where the website is built', async () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    onTestFinished(() => void vi.unstubAllEnvs());
    await publishPosts({ 1: { title: 'A', slug: 'a', pubDate: '2024-01-05', updated: '2024-01-05' } });
    const { context, entries } = checking();
    await loader({
      frontMatter: { dates: ['pubDate', 'updated'], utcDates: ['pubDate'], required: ['title', 'pubDate'] },
    }).load(context);
    const { pubDate, updated } = (entries.get('a')?.data ?? {}) as Record<string, Date>;
    expect(pubDate?.toISOString()).toBe('2024-01-05T00:00:00.000Z');
    expect(updated?.toISOString()).toBe('2024-01-04T23:00:00.000Z');
  });

  it('fit a schema that was written for files: dates, pictures and empty fields', async () => {
    const shot = picture(1);
    await publishPosts({
      1: {
        slug: 'a',
        pubDate: '2026-11-23',
        updated: '2026-11-24T09:30:00.000Z',
        hero: shot,
        cover: shot,
        credit: `From ${shot.url}`,
        gallery: [{ shot }],
      },
      2: { slug: 'b', pubDate: '2026-11-23', updated: null, hero: null },
    });
    const { context, entries } = checking();
    await loader().load(context);
    const data = entries.get('a')?.data as Record<string, unknown>;
    expect(data.pubDate).toEqual(new Date(2026, 10, 23));
    expect(data.updated).toEqual(new Date('2026-11-24T09:30:00.000Z'));
    const shown = expect.objectContaining({ src: data.cover, width: shot.width, height: shot.height, format: 'webp' });
    expect(data).toMatchObject({
      hero: shown,
      gallery: [{ shot: shown }],
      cover: expect.stringMatching(/^http.*webp$/),
      credit: `From ${data.cover}`,
    });
    expect(entries.get('b')?.data).toEqual({ title: 'Entry 2', pubDate: new Date(2026, 10, 23) });
  });

  it('give pictures that the image service and imageProps take, in the space that the page gives them', async () => {
    await publishPosts({ 1: { slug: 'a', pubDate: '2026-11-23', hero: picture(1) } });
    const { context, entries } = checking();
    await loader().load(context);
    const { hero } = (entries.get('a')?.data ?? {}) as { hero: Parameters<typeof imageProps>[0] & { src: string } };
    const config = {} as Parameters<typeof imageService.getURL>[1];
    const options = await imageService.validateOptions?.({ src: hero as never, width: 300, height: 150 }, config);
    if (!options) throw new Error('The service has no options.');
    const { variants } = picture(1);
    const url = await imageService.getURL(options, config);
    // Where both are equal, Astro makes no file of its own.
    expect(options.src).toBe(url);
    expect(variants.some((variant) => url.endsWith(variant.url.replaceAll('../', '')))).toBe(true);
    expect(await imageService.getHTMLAttributes?.(options, config)).toMatchObject({ width: 300, height: 150 });
    expect(imageProps(hero).src).toBe(hero.src);
  });

  it('hold nothing that front matter would not: neither the Markdown with its pictures, nor the id', async () => {
    const body = 'Text.';
    await publishPosts({ 1: { slug: 'a', pubDate: '2026-11-23', body, _pictures: [picture(1)] } });
    const { context, entries } = checking();
    await loader({ body: 'body' }).load(context);
    const data = { title: 'Entry 1', pubDate: new Date(2026, 10, 23) };
    expect(entries.get('a')).toMatchObject({ data, body });
    expect(entries.get('a')?.data).toEqual(data);
    const open = checking(z.object({}).passthrough());
    await loader({ body: 'body' }).load(open.context);
    expect(open.entries.get('a')?.data).toEqual(data);
  });

  it('are those of the fields that are named, when the schema takes no others', async () => {
    await publishPosts({ 1: { slug: 'a', pubDate: '2026-11-23', summary: 'Short.', body: 'Text.' } });
    const { context, entries } = checking(z.object({ title: z.string(), slug: z.string(), body: z.string() }).strict());
    await loader({ body: 'body', frontMatter: { fields: ['title', 'slug', 'body'] } }).load(context);
    const data = { title: 'Entry 1', slug: 'a', body: 'Text.' };
    expect(entries.get('a')?.data).toEqual(data);
    const more = checking(z.object({ slug: z.string(), body: z.string() }));
    await loader({ body: 'body', frontMatter: { required: ['slug', 'body'] } }).load(more.context);
    expect(more.entries.get('a')?.data).toEqual({ slug: 'a', body: 'Text.' });
  });

  it('are null where the schema wants that of empty fields', async () => {
    const by = z.object({ title: z.string(), subtitle: z.string().nullable(), note: z.string().nullable() });
    await publishPosts({ 1: { slug: 'a', subtitle: null }, 2: { slug: 'b', subtitle: 'There', note: 'too' } });
    const { context, entries } = checking(by);
    await loader({ frontMatter: { nullable: ['subtitle', 'note'] } }).load(context);
    expect(entries.get('a')?.data).toEqual({ title: 'Entry 1', subtitle: null, note: null });
    expect(entries.get('b')?.data).toEqual({ title: 'Entry 2', subtitle: 'There', note: 'too' });
  });

  it('fail a build that the schema refuses when they are published', async () => {
    await publishPosts({ 1: { slug: 'a', title: 7, pubDate: '2026-11-23' } });
    const { context } = checking();
    await expect(loader().load(context)).rejects.toThrow('title');
  });
});

describe('a file without a size', () => {
  const drawing = { ...picture(2), width: null, height: null, variants: [] };

  it('is refused where the schema wants a picture, and given as an address where it wants text', async () => {
    await publishPosts({ 1: { slug: 'a', pubDate: '2026-11-23', cover: drawing } });
    const { context, entries } = checking();
    await loader().load(context);
    expect(entries.get('a')?.data).toMatchObject({ cover: expect.stringMatching(/^http/) });
    await publishPosts({ 1: { slug: 'a', pubDate: '2026-11-23', hero: drawing } }, 2);
    await expect(loader().load(context)).rejects.toThrow("has no width and height, so image() can't take it.");
  });
});

describe('files beside entries of Stele', () => {
  const files = (names: readonly string[]) => ({
    name: 'files',
    async load({ store }: LoaderContext) {
      for (const id of store.keys()) store.delete(id);
      for (const id of names) store.set({ id, data: { title: id }, filePath: `src/${id}.mdx` });
    },
  });

  it('fill the same collection, and each loader removes only what is its own', async () => {
    await publishPosts({ 1: { slug: 'a', pubDate: '2026-11-23' }, 2: { slug: 'b', pubDate: '2026-11-23' } });
    const { context, entries } = checking();
    await loader({ beside: files(['one', 'two']) }).load(context);
    expect([...entries.keys()].sort()).toEqual(['a', 'b', 'one', 'two']);
    await publishPosts({ 2: { slug: 'b', pubDate: '2026-11-23' } }, 2);
    await loader({ beside: files(['two']) }).load(context);
    expect([...entries.keys()].sort()).toEqual(['b', 'two']);
  });

  it('are refused where both have an entry of the same name', async () => {
    await publishPosts({ 1: { slug: 'a', pubDate: '2026-11-23' } });
    const { context } = checking();
    await expect(loader({ beside: files(['a']) }).load(context)).rejects.toThrow(
      'Two entries of posts are called a: one in Stele, and the file src/a.mdx. Remove one.',
    );
  });
});
