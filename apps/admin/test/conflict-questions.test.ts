import { collection, defineConfig, text } from '@stele/schema';
import { expect, it } from 'vitest';
import { questionKey, questionsOf } from '../src/editor/session/conflict-questions.ts';
import { merge } from '../src/values/values.ts';

const { schema } = defineConfig({
  collections: [collection({ key: 'posts', fields: { title: text({ localized: true }), author: text() } })],
});
const posts = schema.collections[0] ?? null;

it('conflicts are asked for each language, but once where languages share the field', () => {
  const values = (value: string) => ({ en: { title: value, author: value }, de: { title: value, author: value } });
  const { conflicts } = merge(posts?.fields ?? [], values('one'), values('mine'), values('theirs'));
  const asked = questionsOf(posts, conflicts);
  expect(asked.map(({ labels, locale }) => [labels.join(), locale])).toEqual([
    ['Title', 'en'],
    ['Author', null],
    ['Title', 'de'],
  ]);
  const keys = new Set(asked.map(({ key }) => key));
  expect(conflicts.every((conflict) => keys.has(questionKey(posts, conflict)))).toBe(true);
  expect(questionsOf(null, conflicts)).toHaveLength(4);
});
