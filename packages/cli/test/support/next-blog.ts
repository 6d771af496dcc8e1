import { copyFile, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { TestSite } from './site.ts';

const PICTURES = path.join(import.meta.dirname, '..', '..', '..', 'create-stele/templates/shared/content/assets/files');

/** A blog with Next.js that reads Markdown files by functions in a module, as people begin one. */
const FILES: Readonly<Record<string, string>> = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2023',
      lib: ['dom', 'esnext'],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      jsx: 'react-jsx',
      esModuleInterop: true,
      resolveJsonModule: true,
      isolatedModules: true,
      paths: { '@/*': ['./src/*'] },
    },
    include: ['src'],
  }),
  'src/interfaces/post.ts': `export type Post = {
  slug: string;
  title: string;
  date: string;
  coverImage: string;
  author: { name: string; picture: string };
  content: string;
};
`,
  'src/lib/api.ts': `import { Post } from "@/interfaces/post";
import fs from "fs";
import matter from "gray-matter";
import { join } from "path";

const folder = join(process.cwd(), "_posts");

export function getPostSlugs() {
  return fs.readdirSync(folder).map((name) => name.replace(/\\.md$/, ""));
}

export function getPostBySlug(slug: string): Post | null {
  const file = join(folder, \`\${slug}.md\`);
  if (!fs.existsSync(file)) return null;
  const { data, content } = matter(fs.readFileSync(file, "utf8"));
  return { ...data, slug, content } as Post;
}

export function getAllPosts(): Post[] {
  return getPostSlugs().map((slug) => getPostBySlug(slug)!).sort((a, b) => (a.date > b.date ? -1 : 1));
}
`,
  'src/app/layout.tsx': `export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
  'src/app/page.tsx': `import Image from "next/image";
import { getAllPosts } from "@/lib/api";

export default function Index() {
  const posts = getAllPosts();

  return (
    <ul>
      {posts.map((post) => (
        <li key={post.slug}>
          <a href={\`/posts/\${post.slug}\`}>{post.title}</a> by {post.author.name} at {post.author.picture}
          <Image src={post.coverImage} alt="" width={600} height={300} />
        </li>
      ))}
    </ul>
  );
}
`,
  'src/app/posts/[slug]/page.tsx': `import { notFound } from "next/navigation";
import { getAllPosts, getPostBySlug } from "../../../lib/api";

export default async function Post(props: { params: Promise<{ slug: string }> }) {
  const { slug } = await props.params;
  const post = getPostBySlug(slug);
  if (!post) return notFound();
  return <article><h1>{post.title}</h1><pre>{post.content}</pre></article>;
}

export function generateStaticParams() {
  return getAllPosts().map((post) => ({ slug: post.slug }));
}
`,
  '_posts/first.md': `---
title: First
date: "2020-03-16T05:35:07.322Z"
coverImage: /covers/hill.webp
author:
  name: Ada
  picture: /covers/hill.webp
---

Some *words*.
`,
  '_posts/second.md': `---
title: Second
date: "2021-03-16T05:35:07.322Z"
coverImage: /covers/hill.webp
author:
  name: Ada
  picture: /covers/hill.webp
---

More words.
`,
};

/** Writes the blog into a site's folder. @param more further files, or others */
export async function writeNextBlog({ place }: TestSite, more: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [name, text] of Object.entries({ ...FILES, ...more })) {
    await mkdir(path.join(place.folder, path.dirname(name)), { recursive: true });
    await place.write(name, text);
  }
  await mkdir(path.join(place.folder, 'public/covers'), { recursive: true });
  const [picture = ''] = (await readdir(PICTURES)).sort();
  await copyFile(path.join(PICTURES, picture), path.join(place.folder, 'public/covers/hill.webp'));
}
