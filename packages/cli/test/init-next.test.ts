import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sharedApp } from '../../core/test/support/shared-app.ts';
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
    expect(await site.read(LIBRARY)).toBe(`import { imageProps } from '@stele/loader/next';
import { Post } from "@/interfaces/post";
import { loadPosts } from '../stele';

/** The posts, in the order of their collection. */
export async function getAllPosts(): Promise<Post[]> {
  const entries = await loadPosts();
  return entries.map(({ values: { body, ...values } }) => {
    const post = {
      ...values,
      slug: values.slug,
      content: body ?? '',
      coverImage: values.coverImage && imageProps(values.coverImage).src,
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
    expect(await site.read('next.config.mjs')).toContain("images: { loader: 'custom', loaderFile: './image-loader.js'");
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

  it('knows no other module than one with the functions of such a blog', async () => {
    await writeNextBlog(site, {
      [LIBRARY]: "import matter from 'gray-matter';\nexport const read = (text: string) => matter(text);\n",
    });
    expect((await init()).code).toBe(0);
    expect(await site.read(LIBRARY)).toContain('matter(text)');
    expect(existsSync(path.join(place.folder, 'src/app/posts/page.tsx'))).toBe(true);
  });
});
