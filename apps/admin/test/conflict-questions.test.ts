import { collection, defineConfig, text } from '@stele/schema';
import { expect, it } from 'vitest';
import { questionKey, questionsOf } from '../src/editor/session/conflict-questions.ts';

const { schema } = defineConfig({
  collections: [collection({ key: 'posts', fields: { title: text({ localized: true }), author: text() } })],
});
const posts = schema.collections[0] ?? null;

it('conflicts are asked for each language, but once where languages share the field', () => {
  const sides = { mine: 'a', theirs: 'b' };
  const conflicts = ['en', 'de'].flatMap((locale) => ['title', 'author'].map((field) => ({ locale, field, ...sides })));
  const asked = questionsOf(posts, conflicts);
  expect(asked.map(({ field, locale }) => [field, locale])).toEqual([
    ['title', 'en'],
    ['author', null],
    ['title', 'de'],
  ]);
  const keys = new Set(asked.map(({ key }) => key));
  expect(conflicts.every((conflict) => keys.has(questionKey(posts, conflict)))).toBe(true);
  expect(questionsOf(null, conflicts)).toHaveLength(4);
});
