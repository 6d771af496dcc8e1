import { imageProps } from '@stele/loader/next';
import Image from 'next/image';
import Link from 'next/link';
import { stele } from '../stele.ts';

export default async function Posts() {
  const posts = await stele.load('posts', { locale: 'en' });
  return (
    <>
      <h1>Posts</h1>
      {posts.map(({ id, values: { title, slug, summary, hero } }) => (
        <article key={id}>
          {hero && <Image {...imageProps(hero, { width: 640 })} />}
          <h2>
            <Link href={`/posts/${slug}`}>{title}</Link>
          </h2>
          <p>{summary}</p>
        </article>
      ))}
    </>
  );
}
