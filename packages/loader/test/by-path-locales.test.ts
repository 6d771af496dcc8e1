import { expect, it } from 'vitest';
import { PageReads } from '../src/pages/page-reads.ts';

it('byPath keeps what it knows of two locales', async () => {
  let reads = 0;
  const content = {
    async info() {
      return { id: 'snp_1', collections: ['pages'] };
    },
    async *iterate() {
      reads += 1;
      yield { id: 'a', path: '/a' };
    },
    async find() {
      return null;
    },
  } as never;
  const pages = new PageReads(async () => content);
  for (let i = 0; i < 5; i += 1) for (const l of ['en', 'de']) await pages.byPath('/a', [l], undefined);
  expect(reads).toBe(2);
});
