import { imageProps } from '@stele/loader/next';
import stelePictures from '@stele/loader/rehype';
import Image from 'next/image';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { stele } from '../../../stele.ts';

export async function generateStaticParams() {
  return (await stele.load('posts', { locale: 'en' })).map(({ values: { slug } }) => ({ slug }));
}

export default async function Post({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  const post = await stele.entry('posts', { slug }, { locale: 'en' });
  if (!post) notFound();
  const { title, hero, body } = post.values;
  return (
    <>
      <p>
        <Link href="/">All posts</Link>
      </p>
      <h1>{title}</h1>
      {hero && <Image {...imageProps(hero)} />}
      <Markdown remarkPlugins={[remarkGfm]} rehypePlugins={[[stelePictures, post.values, { width: 672 }]]}>
        {body}
      </Markdown>
    </>
  );
}
