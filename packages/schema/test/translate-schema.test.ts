import { describe, expect, it } from 'vitest';
import {
  blocks,
  collection,
  defineConfig,
  diffSchemas,
  list,
  object,
  parseSchema,
  select,
  text,
  translateSchema,
} from '../src/index.ts';

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'posts',
      label: 'Posts',
      group: 'Site',
      translations: { de: { label: 'Beiträge', group: 'Webseite' } },
      fields: {
        title: text({
          help: 'Short.',
          translations: { de: { label: 'Titel', help: 'Kurz.' }, fr: { label: 'Titre' } },
        }),
        summary: text({ tab: 'Search', group: 'Texts', translations: { de: { tab: 'Suche' } } }),
        image_text: text({ tab: 'Search', group: 'Texts', translations: { de: { group: 'Texte' } } }),
        kind: select({
          options: ['news', { value: 'opinion', label: 'Opinion', translations: { de: { label: 'Meinung' } } }],
        }),
        links: list(object({ name: text({ translations: { de: { label: 'Name des Ziels' } } }) })),
        body: blocks({
          quote: {
            label: 'Quote',
            help: 'Of a person.',
            icon: 'quote',
            translations: { de: { label: 'Zitat', help: 'Eines Menschen.' } },
            fields: { said: text({ translations: { de: { label: 'Gesagt' } } }) },
          },
        }),
      },
    }),
    collection({ key: 'pages', group: 'Site', fields: { title: text() } }),
  ],
});

describe('a schema in the language of an editor', () => {
  const german = translateSchema(schema, 'de');
  const [posts, pages] = german.collections;
  const field = (key: string) => posts?.fields.find((one) => one.key === key);

  it('has the labels and help texts of that language', () => {
    expect(posts).toMatchObject({ key: 'posts', label: 'Beiträge' });
    expect(field('title')).toMatchObject({ label: 'Titel', help: 'Kurz.' });
    expect(field('kind')).toMatchObject({ label: 'Kind', options: [{ label: 'news' }, { label: 'Meinung' }] });
    expect(field('links')).toMatchObject({ of: { fields: [{ label: 'Name des Ziels' }] } });
    expect(field('body')).toMatchObject({
      types: [{ label: 'Zitat', help: 'Eines Menschen.', icon: 'quote', fields: [{ label: 'Gesagt' }] }],
    });
  });

  it('keeps fields together that share a tab or a group, whichever of them translates it', () => {
    for (const key of ['summary', 'image_text']) expect(field(key)).toMatchObject({ tab: 'Suche', group: 'Texte' });
    expect([posts?.group, pages?.group]).toEqual(['Webseite', 'Webseite']);
  });

  it('keeps what is not translated', () => {
    expect(pages).toMatchObject({ label: 'Pages', fields: [{ label: 'Title' }] });
    expect(translateSchema(schema, 'fr').collections[0]).toMatchObject({
      label: 'Posts',
      fields: [{ label: 'Titre', help: 'Short.' }, {}, {}, {}, {}, {}],
    });
    expect(translateSchema(schema, 'constructor')).toEqual(schema);
  });
});

describe('translations', () => {
  const parse = (translations: unknown) =>
    parseSchema({ format: 1, collections: [{ key: 'posts', fields: [{ key: 'title', type: 'text', translations }] }] });

  it.each([
    [{ German: { label: 'Titel' } }, ['translations', 'German']],
    [{ de: { label: '' } }, ['translations', 'de', 'label']],
    [{ de: { title: 'Titel' } }, ['translations', 'de', 'title']],
    [{ de: 'Titel' }, ['translations', 'de']],
  ])('are refused as %j, at their place', (translations, place) => {
    const { schema: parsed, issues } = parse(translations);
    expect(parsed).toBeNull();
    expect(issues.map(({ path }) => path)).toEqual([['collections', 0, 'fields', 0, ...place]]);
  });

  it('are left out when they say nothing', () => {
    expect(parse({ de: {} }).schema?.collections[0]?.fields[0]).not.toHaveProperty('translations');
  });

  it('are named when they change, and change nothing else', () => {
    const before = parse({ de: { label: 'Titel' } }).schema;
    const after = parse({ de: { label: 'Überschrift' } }).schema;
    if (!before || !after) throw new Error('The schema is not valid.');
    expect(diffSchemas(before, after).diff.changes).toMatchObject([
      { kind: 'field.described', path: ['posts', 'title'], message: 'Translations of posts.title change.' },
    ]);
    const option = (name: string) => {
      const options = [{ value: 'a', translations: { de: { label: name } } }];
      const field = { key: 'kind', type: 'select', options };
      const { schema: parsed } = parseSchema({ format: 1, collections: [{ key: 'posts', fields: [field] }] });
      if (!parsed) throw new Error('The schema is not valid.');
      return parsed;
    };
    expect(diffSchemas(option('Eins'), option('Erstens')).diff.changes).toMatchObject([
      { kind: 'field.loosened', message: 'Translations of the options of posts.kind change.' },
    ]);
  });
});
