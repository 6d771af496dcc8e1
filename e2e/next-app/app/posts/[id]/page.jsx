import { notFound } from 'next/navigation';
import { stele } from '../../../stele';

export async function generateStaticParams() {
  const posts = await stele.load('posts', { locale: 'en' });
  return posts.map(({ id }) => ({ id }));
}

export default async function Post({ params }) {
  const { id } = await params;
  const post = await stele.entry('posts', id, { locale: 'en' });
  if (!post) notFound();
  return <h1>{post.values.title}</h1>;
}
