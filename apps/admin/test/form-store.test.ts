import type { CollectionDocument } from '@stele/schema';
import { describe, expect, it } from 'vitest';
import { FormStore } from '../src/editor/form/form-store.ts';
import { lastingPath, pathNow } from '../src/editor/form/lasting-path.ts';
import { controlPath, fieldAt, labelsAt, valueAt, withValueAt } from '../src/editor/form/paths.ts';
import type { EditSession } from '../src/editor/session/edit-session.ts';
import type { Values } from '../src/values/values.ts';
import { openSession } from './support/open-session.ts';

const text = (key: string) => ({ key, label: key.toUpperCase(), required: false, type: 'text' }) as const;
const POSTS: CollectionDocument = {
  key: 'posts',
  label: 'Posts',
  singleton: false,
  order: null,
  title_field: null,
  fields: [
    { ...text('title'), localized: true },
    { key: 'price', label: 'Price', required: false, type: 'number' },
    { key: 'seo', label: 'SEO', required: false, localized: true, type: 'object', fields: [text('name')] },
    {
      key: 'parts',
      label: 'Parts',
      required: false,
      localized: true,
      type: 'blocks',
      types: [
        {
          key: 'quote',
          label: 'Quote',
          fields: [text('words'), { key: 'tags', label: 'Tags', required: false, type: 'list', of: { type: 'text' } }],
        },
      ],
    },
  ],
};

function open(values: Values): { session: EditSession; store: FormStore } {
  const session = openSession(POSTS.fields, values);
  return { session, store: new FormStore(session, POSTS) };
}

describe('the fields of a form', () => {
  it('are set by their paths, and what is not on the way stays the same object', () => {
    const { session, store } = open({
      en: {
        parts: [
          { _type: 'quote', words: 'a' },
          { _type: 'quote', words: 'b' },
        ],
      },
    });
    const [, second] = store.items('en', 'parts');
    store.set('en', 'parts.0.words', 'x');
    expect(session.view().values.en).toEqual({
      parts: [
        { _type: 'quote', words: 'x' },
        { _type: 'quote', words: 'b' },
      ],
    });
    expect(store.items('en', 'parts')[1]).toBe(second);
  });

  it('that languages share are set in all that are begun, and read where one has them', () => {
    const { session, store } = open({ en: { price: 1 }, de: {} });
    expect(store.value('de', 'price')).toBe(1);
    store.set('de', 'price', 2);
    expect(session.view().values).toEqual({ en: { price: 2 }, de: { price: 2 } });
  });

  it('take an object away with its last field, but not an item of a list', () => {
    expect(withValueAt({ name: 'x' }, 'name', null)).toBeNull();
    expect(withValueAt([{ name: 'x' }], '0.name', null)).toEqual([{}]);
  });

  it('keep rows, what stands in them and what can not be read yet together when rows move and go', () => {
    const { session, store } = open({
      en: {
        parts: [
          { _type: 'quote', words: 'a', tags: ['x', 'y'] },
          { _type: 'quote', words: 'b' },
        ],
      },
    });
    const [first, second] = store.rowKeys('en', 'parts');
    const tags = store.rowKeys('en', 'parts.0.tags');
    store.setUnread('en', 'parts.0.words', '{');
    store.moveRow('en', 'parts', 0, 1);
    expect(store.rowKeys('en', 'parts')).toEqual([second, first]);
    expect(store.rowKeys('en', 'parts.1.tags')).toEqual(tags);
    expect(store.unread('en', 'parts.1.words')).toBe('{');
    expect(valueAt(session.view().values.en as never, 'parts.1.words')).toBe('a');
    store.removeRow('en', 'parts', 1);
    expect(session.view().unread).toEqual({});
    expect(store.rowKeys('en', 'parts')).toEqual([second]);
  });

  it('notify the listeners of what changed, in every language that shares it, and no others', () => {
    const quote = (words: string) => ({ _type: 'quote', words });
    const { store } = open({ en: { title: 'A', parts: [quote('a'), quote('b')] }, de: { title: 'B' } });
    const heard: string[] = [];
    const places = [
      'en:title',
      'en:price',
      'de:price',
      'en:parts',
      'en:parts.0.words',
      'en:parts.1.words',
      'en:',
      'de:',
    ];
    const stops = places.map((place) => {
      const [locale = '', path = ''] = place.split(':');
      return store.listen(locale, path, () => heard.push(place));
    });
    const toldBy = (change: () => void): string[] => {
      heard.length = 0;
      change();
      return heard.toSorted();
    };
    expect(toldBy(() => store.set('en', 'title', 'C'))).toEqual(['en:', 'en:title']);
    expect(toldBy(() => store.set('en', 'parts.1.words', 'c'))).toEqual(['en:', 'en:parts', 'en:parts.1.words']);
    expect(toldBy(() => store.set('en', 'price', 1))).toEqual(['de:', 'de:price', 'en:', 'en:price']);
    expect(toldBy(() => store.removeRow('en', 'parts', 0))).toEqual([
      'en:',
      'en:parts',
      'en:parts.0.words',
      'en:parts.1.words',
    ]);
    for (const stop of stops) stop();
    expect(toldBy(() => store.set('en', 'title', 'D'))).toEqual([]);
  });

  it('give a new row the key by which it is opened, also when it is read meanwhile', () => {
    const { store } = open({ en: {} });
    store.listen('en', 'parts', () => store.rowKeys('en', 'parts'));
    const added = store.insertRows('en', 'parts', 0, [{ _type: 'quote' }]);
    expect(store.rowKeys('en', 'parts')).toEqual(added);
  });

  it('are found from the place of an issue, however deep it lies', () => {
    const values = { parts: [{ _type: 'quote', words: 'a', tags: ['x'] }] };
    expect(controlPath(POSTS.fields, ['parts', 0, 'tags', 0], values)).toBe('parts.0.tags.0');
    expect(controlPath(POSTS.fields, ['parts', 0, '_type'], values)).toBe('parts.0');
    expect(controlPath(POSTS.fields, ['seo', 'name'], values)).toBe('seo.name');
    expect(controlPath(POSTS.fields, ['title', 'content', 3, 'text'], values)).toBe('title');
    expect(fieldAt(POSTS.fields, 'parts.0.tags.0', values)).toMatchObject({ type: 'text' });
    expect(labelsAt(POSTS.fields, 'parts.0.words', values)).toEqual(['Parts', 1, 'WORDS']);
  });
});

describe('a lasting path', () => {
  const quote = (key: string | null, tags: string[] = []) => ({ _type: 'quote', ...(key && { _key: key }), tags });

  it('names blocks by their keys, whatever these are, and leads to where they went', () => {
    const { store } = open({ en: { parts: [quote('a.b%', ['x']), quote('c'), quote(null)] } });
    const lasting = lastingPath(store, 'en', 'parts.0.tags.0');
    expect(lasting).toBe('parts.#a%2Eb%25.tags.0');
    expect(pathNow(store, 'en', lasting)).toBe('parts.0.tags.0');
    store.moveRow('en', 'parts', 0, 2);
    expect(pathNow(store, 'en', lasting)).toBe('parts.2.tags.0');
    expect(lastingPath(store, 'en', 'parts.2.tags.0')).toBe(lasting);
    store.removeRow('en', 'parts', 2);
    expect(pathNow(store, 'en', lasting)).toBeNull();
  });

  it('is the path itself where nothing has a key', () => {
    const { store } = open({ en: { title: 'a', parts: [quote(null)] } });
    for (const path of ['title', 'seo.name', 'parts.0.words', 'parts.7.words', '']) {
      expect(lastingPath(store, 'en', path)).toBe(path);
      expect(pathNow(store, 'en', path)).toBe(path);
    }
    expect(pathNow(store, 'en', 'title.#x')).toBe('title.#x');
  });
});
