import type { PeerClient } from './client.ts';

/** Makes the same posts as usual/site.ts declares for Stele, in the way that Directus recommends for translations. */
export async function makeDirectusTables(client: PeerClient): Promise<void> {
  const collection = (name: string, fields: readonly object[]) =>
    client.send('POST', '/collections', { collection: name, schema: {}, meta: {}, fields });
  const field = (name: string, type: string, schema: object = {}) => ({ field: name, type, schema, meta: {} });
  const alias = (name: string, special: string) => ({ field: name, type: 'alias', meta: { special: [special] } });
  const id = { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true }, meta: {} };
  await collection('languages', [field('code', 'string', { is_primary_key: true })]);
  await collection('authors', [id, field('name', 'string')]);
  await collection('posts', [
    id,
    field('status', 'string', { is_indexed: true }),
    field('day', 'date', { is_indexed: true }),
    field('author', 'integer'),
    alias('translations', 'translations'),
    alias('related', 'm2m'),
  ]);
  await collection('posts_translations', [
    id,
    field('posts_id', 'integer'),
    field('languages_code', 'string'),
    field('title', 'string', { is_nullable: false }),
    field('slug', 'string', { is_unique: true }),
    field('body', 'text'),
  ]);
  await collection('posts_related', [id, field('posts_id', 'integer'), field('related_id', 'integer')]);

  const relation = (from: string, name: string, to: string, meta: object = {}) =>
    client.send('POST', '/relations', { collection: from, field: name, related_collection: to, schema: {}, meta });
  await relation('posts', 'author', 'authors');
  await relation('posts_translations', 'posts_id', 'posts', {
    one_field: 'translations',
    junction_field: 'languages_code',
  });
  await relation('posts_translations', 'languages_code', 'languages', { junction_field: 'posts_id' });
  await relation('posts_related', 'posts_id', 'posts', { one_field: 'related', junction_field: 'related_id' });
  await relation('posts_related', 'related_id', 'posts', { junction_field: 'posts_id' });
  await client.send('POST', '/items/languages', [{ code: 'en' }, { code: 'de' }]);
}
