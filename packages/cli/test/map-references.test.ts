import {
  blocks,
  collection,
  defineConfig,
  findCollection,
  type Json,
  json,
  list,
  object,
  reference,
  references,
  richtext,
  text,
  type Values,
} from '@stele/schema';
import { describe, expect, it } from 'vitest';
import { readFileReference, toFileReference } from '../src/content/line.ts';
import { mapReferences } from '../src/content/map-references.ts';

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'a',
      fields: {
        one: reference('a'),
        many: references('a'),
        lists: list(list(references('a'))),
        deep: object({ inner: object({ to: reference('a'), note: text() }) }),
        parts: blocks({ part: { texts: list(richtext()), items: list(object({ to: reference('a') })) } }),
        rich: richtext(),
        any: json(),
        words: text(),
      },
    }),
  ],
});
const a = findCollection(schema, 'a');
if (!a) throw new Error('The collection must be there.');
const map = (values: Values, replace: (reference: Json) => Json | undefined) => mapReferences(a, values, replace);

const link = (entry: Json) => ({
  type: 'text',
  text: 'x',
  marks: [{ type: 'bold' }, { type: 'link', attrs: { entry, target: '_blank' } }],
});
const rich = (entry: Json) => ({
  type: 'doc',
  content: [
    { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'embed', attrs: { entry } }] }] },
    {
      type: 'paragraph',
      content: [link(entry), { type: 'text', text: 'y', marks: [{ type: 'link', attrs: { href: '/ent_1' } }] }],
    },
  ],
});
/** Values with an entry wherever there can be one. */
const values = (entry: Json) => ({
  one: entry,
  many: [entry, entry],
  lists: [[[entry], []], []],
  deep: { inner: { to: entry, note: 'ent_1' } },
  parts: [
    { _type: 'part', _key: 'k', texts: [rich(entry)], items: [{ to: entry }, {}] },
    { _type: 'unknown', to: 'ent_1' },
  ],
  rich: rich(entry),
  any: { one: 'ent_1', rich: { type: 'embed', attrs: { entry: 'ent_1' } } },
  words: 'ent_1',
  unknown: 'ent_1',
});

describe('references in values', () => {
  it('are replaced wherever they are, and nothing else is', () => {
    const name = toFileReference(['a', 'b/c']);
    const written = map(values('ent_1'), (id) => (id === 'ent_1' ? name : id));
    expect(written).toEqual(values(name));
    const read = map(written, (reference) => (readFileReference(reference) ? 'ent_1' : reference));
    expect(read).toEqual(values('ent_1'));
  });

  it('are left out without breaking what they stood in', () => {
    expect(map(values('ent_1'), () => undefined)).toMatchObject({
      many: [],
      lists: [[[], []], []],
      deep: { inner: { note: 'ent_1' } },
      rich: {
        content: [
          { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
          {
            type: 'paragraph',
            content: [
              { type: 'text', text: 'x', marks: [{ type: 'bold' }] },
              { type: 'text', text: 'y', marks: [{ type: 'link', attrs: { href: '/ent_1' } }] },
            ],
          },
        ],
      },
    });
    expect(map(values('ent_1'), () => undefined)).not.toHaveProperty('one');
  });

  it('leave alone values that have not the type of their field', () => {
    const odd = { one: null, many: 'x', lists: 5, deep: [], parts: {}, rich: 'text' };
    expect(map(odd, (reference) => reference)).toEqual(odd);
  });
});

describe('a reference in a file', () => {
  it('is distinguished from other objects', () => {
    expect(readFileReference({ $entry: ['a', 'b'] })).toEqual(['a', 'b']);
    const others = [
      null,
      'ent_1',
      [],
      {},
      { $entry: 'a' },
      { $entry: ['a'] },
      { $entry: ['a', 1] },
      { $entry: ['a', 'b'], c: 1 },
    ];
    for (const other of others) expect(readFileReference(other as Json)).toBeNull();
  });
});
