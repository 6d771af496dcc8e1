import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sidebar } from '../../examples/docs/src/sidebar.mjs';

const docs = path.join(import.meta.dirname, '../../docs');

test('every page of the documentation stands once in the sidebar of its website', () => {
  const pages = readdirSync(docs, { recursive: true })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.basename(file, '.md'))
    .filter((page) => page !== 'index');
  expect(sidebar.flatMap(({ items }) => items).sort()).toEqual(pages.sort());
});
