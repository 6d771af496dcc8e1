/** Languages of the entry of every type: the demo project's, and a third. */
export const LOCALES = ['en', 'de', 'fr'];

const field = (key: string, rest: object) => ({ key, label: key[0]?.toUpperCase() + key.slice(1), ...rest });
const choices = ['one', 'two', 'three'].map((value) => ({ value, label: value }));

/** A collection with a field of every type, most of them in each language. */
export const EVERY_TYPE = field('everything', {
  fields: [
    field('title', { type: 'text', required: true, localized: true, max: 120 }),
    field('slug', { type: 'slug', source: 'title', localized: true, unique: false }),
    field('summary', { type: 'textarea', localized: true, max: 300 }),
    field('notes', { type: 'markdown', localized: true }),
    field('story', { type: 'richtext', localized: true }),
    field('weight', { type: 'number' }),
    field('count', { type: 'integer', localized: true }),
    field('open', { type: 'boolean' }),
    field('day', { type: 'date' }),
    field('moment', { type: 'datetime', localized: true }),
    field('size', { type: 'select', options: choices }),
    field('tags', { type: 'multiselect', options: choices }),
    field('mail', { type: 'email', localized: true }),
    field('link', { type: 'url', localized: true }),
    field('tint', { type: 'color' }),
    field('extra', { type: 'json', localized: true }),
    field('cover', { type: 'asset', accept: ['image/*'] }),
    field('gallery', { type: 'assets' }),
    field('parent', { type: 'reference', collections: ['everything'], localized: true }),
    field('others', { type: 'references', collections: ['everything'] }),
    field('place', {
      type: 'object',
      localized: true,
      fields: [field('street', { type: 'text' }), field('floor', { type: 'integer' })],
    }),
    field('steps', { type: 'list', localized: true, of: { type: 'text' } }),
    field('people', {
      type: 'list',
      localized: true,
      of: { type: 'object', fields: [field('name', { type: 'text' }), field('role', { type: 'text' })] },
    }),
    field('parts', {
      type: 'blocks',
      localized: true,
      types: [field('quote', { fields: [field('words', { type: 'textarea' }), field('by', { type: 'text' })] })],
    }),
  ],
});

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });

function valuesIn(locale: string): object {
  const many = <Item>(make: (n: number) => Item): Item[] => Array.from({ length: 12 }, (_, n) => make(n));
  return {
    title: `Everything in ${locale}`,
    slug: `everything-${locale}`,
    summary: 'What it says, in two lines. '.repeat(4),
    notes: `## Notes\n\n${many((n) => `Paragraph ${n} with **bold** words and [a link](https://example.org).`).join('\n\n')}`,
    story: { type: 'doc', content: many((n) => paragraph(`Paragraph ${n} of the story. `.repeat(6))) },
    weight: 2.5,
    count: 3,
    open: true,
    day: '2026-11-21',
    moment: '2026-11-21T09:30:00Z',
    size: 'one',
    tags: ['one', 'three'],
    mail: 'ada@example.org',
    link: 'https://example.org/',
    tint: '#0f5e59',
    extra: { any: ['thing', { nested: true }] },
    place: { street: 'Weir 1', floor: 2 },
    steps: many((n) => `Step ${n}`),
    people: many((n) => ({ name: `Person ${n}`, role: 'Walker' })),
    parts: many((n) => ({ _type: 'quote', _key: `quote-${n}`, words: `Words ${n}`, by: 'Ada' })),
  };
}

/** Values of an entry in all its languages. */
export const EVERY_TYPE_ENTRY = Object.fromEntries(LOCALES.map((locale) => [locale, valuesIn(locale)]));
