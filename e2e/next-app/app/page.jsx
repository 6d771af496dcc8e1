import { stele } from '../stele';

export default async function Home() {
  const [{ id }, posts, again] = await Promise.all([
    stele.snapshot(),
    stele.load('posts', { locale: 'en' }),
    stele.load('posts', { locale: 'en' }),
  ]);
  return (
    <main data-snapshot={id ?? 'drafts'} data-once={String(posts === again)}>
      {posts.map(({ id: key, values }) => (
        <h2 key={key}>{values.title}</h2>
      ))}
    </main>
  );
}
