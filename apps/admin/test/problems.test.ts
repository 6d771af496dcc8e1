import type { CollectionDocument, Json } from '@stele/schema';
import { describe, expect, it } from 'vitest';
import { Problems } from '../src/editor/form/problems.ts';
import { openSession } from './support/open-session.ts';

const POSTS: CollectionDocument = {
  key: 'posts',
  label: 'Posts',
  singleton: false,
  order: null,
  title_field: null,
  fields: [
    { key: 'title', label: 'Title', type: 'text', required: false, localized: true },
    { key: 'body', label: 'Body', type: 'richtext', required: false, localized: true },
  ],
};

const paragraph = (...texts: string[]): Json => ({
  type: 'paragraph',
  content: texts.map((text) => ({ type: 'text', text })),
});
const doc = (...content: Json[]): Json => ({ type: 'doc', content });

describe('advice about a field that all languages share', () => {
  it('is given once, and knows all languages that it is about', () => {
    const collection = {
      ...POSTS,
      fields: [{ key: 'hero', label: 'Hero', type: 'asset' as const, required: false, localized: false, accept: [] }],
    };
    const session = openSession(collection.fields, { en: { hero: 'ast_1' }, de: { hero: 'ast_1' } });
    const problems = new Problems(session, collection, {
      loadCheck: () => new Promise(() => undefined),
      describeUnread: () => '',
      later: () => () => undefined,
    });
    const about = (locale: string, message: string) => ({ path: ['values', locale, 'hero'], message });
    problems.report('warning', [about('en', 'no text'), about('de', 'no text'), about('de', 'unchecked')]);
    expect(problems.all().map(({ message, locale, locales }) => [message, locales ?? locale])).toEqual([
      ['no text', ['en', 'de']],
      ['unchecked', 'de'],
    ]);
  });
});

it('lists advice about two parts of a text once, and has each part', () => {
  const body = doc(paragraph('One ', 'link'), paragraph('Another ', 'link'));
  const session = openSession(POSTS.fields, { en: { body } });
  const problems = new Problems(session, POSTS, {
    loadCheck: () => new Promise(() => undefined),
    describeUnread: () => '',
    later: () => () => undefined,
  });
  const at = (index: number) => ['values', 'en', 'body', 'content', index, 'content', 1];
  const advice = [0, 1].map((index) => ({ path: at(index), message: 'not live' }));
  problems.report('warning', [...advice, { path: at(1), message: 'other' }]);
  expect(problems.all().map(({ message }) => message)).toEqual(['not live', 'other']);
  expect(problems.nodesAt('en', 'body').map(({ node }) => node[1])).toEqual([0, 1, 1]);
});

describe('what the server said of a part of a value', () => {
  const start = () => {
    const session = openSession(POSTS.fields, {
      en: { title: 'Owls', body: doc(paragraph('Before'), paragraph('See ', 'the draft')) },
    });
    const problems = new Problems(session, POSTS, {
      loadCheck: () => new Promise(() => undefined),
      describeUnread: () => '',
      later: () => () => undefined,
    });
    problems.report('warning', [
      { path: ['values', 'en', 'title'], message: 'taken' },
      { path: ['values', 'en', 'body', 'content', 1, 'content', 1], message: 'not live' },
    ]);
    const left = (): string[] => {
      problems.update();
      return problems.all().map(({ message }) => message);
    };
    expect(left()).toEqual(['taken', 'not live']);
    return { session, left };
  };

  it('stays while something else of the value is edited', () => {
    const { session, left } = start();
    session.set(['en'], 'body', doc(paragraph('Long before'), paragraph('And see ', 'the draft')));
    expect(left()).toEqual(['taken', 'not live']);
    session.set(['en'], 'title', 'Barn owls');
    expect(left()).toEqual(['not live']);
  });

  it('goes with that part', () => {
    const { session, left } = start();
    session.set(['en'], 'body', doc(paragraph('Before'), paragraph('See ', 'the new one')));
    expect(left()).toEqual(['taken']);
    session.set(['en'], 'body', doc(paragraph('Before'), paragraph('See ', 'the draft')));
    expect(left()).toEqual(['taken']);
    const other = start();
    other.session.set(['en'], 'body', doc(paragraph('Before')));
    expect(other.left()).toEqual(['taken']);
  });
});
