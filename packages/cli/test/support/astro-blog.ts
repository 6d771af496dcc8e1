import { copyFile, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { TestSite } from './site.ts';

/** Real pictures. */
const PICTURES = path.join(import.meta.dirname, '..', '..', '..', 'create-stele/templates/shared/content/assets/files');

/** A blog with Astro, as people begin one: a collection of files with a schema, a list, a layout with a picture, dates. */
const FILES: Readonly<Record<string, string>> = {
  'astro.config.mjs': `// @ts-check
import { defineConfig } from 'astro/config';

export default defineConfig({
\tsite: 'https://blog.example.org',
\tintegrations: [],
});
`,
  'src/content.config.ts': `import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';

const MOODS = ['calm', 'loud'] as const;

const blog = defineCollection({
\tloader: glob({ base: './src/content/blog', pattern: '**/*.{md,mdx}' }),
\tschema: ({ image }) =>
\t\tz.object({
\t\t\ttitle: z.string(),
\t\t\tsummary: z.string().max(200),
\t\t\tmood: z.enum(MOODS).default('calm'),
\t\t\tpubDate: z.coerce.date(),
\t\t\tupdatedDate: z.coerce.date().optional(),
\t\t\thero: z.optional(image()),
\t\t\tcover: z.string().optional(),
\t\t\tpinned: z.boolean().default(false),
\t\t\ttags: z.array(z.string()).optional(),
\t\t}),
});

export const collections = { blog };
`,
  'src/layouts/Post.astro': `---
import { Image } from 'astro:assets';
import type { CollectionEntry } from 'astro:content';

type Props = CollectionEntry<'blog'>['data'];
const { title, pubDate, updatedDate, hero, cover, mood } = Astro.props;
---
<html lang="en">
\t<body>
\t\t{hero && <Image width={600} height={300} src={hero} alt="" />}
\t\t{cover && <img class="cover" src={cover} alt="" />}
\t\t<h1>{title}</h1>
\t\t<p>{mood}, {pubDate.getFullYear()}-{pubDate.getMonth() + 1}-{pubDate.getDate()}{updatedDate && ', updated'}</p>
\t\t<slot />
\t</body>
</html>
`,
  'src/pages/blog/index.astro': `---
import { Image } from 'astro:assets';
import { getCollection } from 'astro:content';

const posts = (await getCollection('blog')).sort((a, b) => b.data.pubDate.valueOf() - a.data.pubDate.valueOf());
---
<html lang="en">
\t<body>
\t\t<ul>
\t\t\t{
\t\t\t\tposts.map((post) => (
\t\t\t\t\t<li>
\t\t\t\t\t\t<a href={\`/blog/\${post.id}/\`}>{post.data.title}</a>
\t\t\t\t\t\t<time datetime={post.data.pubDate.toISOString()} />
\t\t\t\t\t\t{post.data.hero && <Image width={300} height={150} src={post.data.hero} alt="" />}
\t\t\t\t\t</li>
\t\t\t\t))
\t\t\t}
\t\t</ul>
\t</body>
</html>
`,
  'src/pages/blog/[...slug].astro': `---
import { type CollectionEntry, getCollection, render } from 'astro:content';
import Post from '../../layouts/Post.astro';

export async function getStaticPaths() {
\treturn (await getCollection('blog')).map((post) => ({ params: { slug: post.id }, props: post }));
}
type Props = CollectionEntry<'blog'>;

const post = Astro.props;
const { Content } = await render(post);
---
<Post {...post.data}><Content /></Post>
`,
  'src/pages/about.astro': `---
import hill from '../pictures/hill.webp';
import Post from '../layouts/Post.astro';
---
<Post title="About" summary="Us" mood="loud" pinned={false} pubDate={new Date('August 08 2021')} hero={hill}><p>Us.</p></Post>
`,
  'src/content/blog/first.md': `---
title: First
summary: The first one
pubDate: Jul 08 2022
hero: ../../pictures/hill.webp
cover: /lake.webp
mood: loud
tags: [one, two]
---

Some *words*.
`,
  'src/content/blog/2023/second.md': `---
title: Second
summary: No picture
pubDate: 2023-02-01
---

More words.
`,
  'src/content/blog/own.md': `---
title: Own
summary: Stays a file
pubDate: Jan 02 2024
hero: ../../pictures/hill.webp
---

Mine.
`,
};

/** Writes the blog into a site's folder. @param more further files */
export async function writeAstroBlog({ place }: TestSite, more: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [name, text] of Object.entries({ ...FILES, ...more })) {
    await mkdir(path.join(place.folder, path.dirname(name)), { recursive: true });
    await place.write(name, text);
  }
  const [first = '', second = ''] = (await readdir(PICTURES)).sort();
  for (const [name, picture] of Object.entries({ 'src/pictures/hill.webp': first, 'public/lake.webp': second })) {
    await mkdir(path.join(place.folder, path.dirname(name)), { recursive: true });
    await copyFile(path.join(PICTURES, picture), path.join(place.folder, name));
  }
}
