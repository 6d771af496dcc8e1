import { expect, it } from 'vitest';
import { PageReads } from '../src/pages/page-reads.ts';

/** Content that counts how often it's read. */
function counted(snapshot: () => string | null) {
  const reads = { lists: 0, walks: 0 };
  const content = {
    async info() {
      return { id: snapshot(), collections: ['pages'] };
    },
    async load() {
      reads.lists += 1;
      return [{ id: 'a', path: '/a', parent: null }];
    },
    async *iterate() {
      reads.walks += 1;
      yield { id: 'a', path: '/a' };
    },
    async find() {
      return null;
    },
  } as never;
  return { reads, pages: new PageReads(async () => content) };
}

it('byPath keeps what it knows of two locales', async () => {
  const { reads, pages } = counted(() => 'snp_1');
  for (let i = 0; i < 5; i += 1) for (const l of ['en', 'de']) await pages.byPath('/a', [l], undefined);
  expect(reads.walks).toBe(2);
});

it('trees are read once for all pages of a snapshot, and of drafts each time', async () => {
  let snapshot: string | null = 'snp_1';
  const { reads, pages } = counted(() => snapshot);
  const ask = async () => {
    await pages.breadcrumbs({ collection: 'pages', id: 'a' }, ['en']);
    await pages.children('pages', null, ['en']);
    await pages.tree('pages', ['en']);
  };
  for (let i = 0; i < 5; i += 1) await ask();
  expect(reads.lists).toBe(1);
  snapshot = 'snp_2';
  await ask();
  expect(reads.lists).toBe(2);
  snapshot = null;
  await ask();
  expect(reads.lists).toBe(5);
});
