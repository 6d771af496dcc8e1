import { expect, it } from 'vitest';
import { z } from 'zod';
import { documentForm } from '../src/document-schema.ts';
import * as stele from '../src/index.ts';

/** A field of each type and a value that it takes. */
const EXAMPLES: Readonly<Record<stele.FieldType, { readonly field: stele.Field; readonly value: stele.Json }>> = {
  text: { field: stele.text({ max: 120 }), value: 'First light' },
  textarea: { field: stele.textarea({ max: 500 }), value: 'Two lines\nof text' },
  markdown: { field: stele.markdown(), value: '## A heading\n\nSome *text*.' },
  richtext: {
    field: stele.richtext(),
    value: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] },
  },
  slug: { field: stele.slug({ source: 'text' }), value: 'first-light' },
  number: { field: stele.number({ min: 0 }), value: 9.5 },
  integer: { field: stele.integer({ min: 0, max: 5 }), value: 4 },
  boolean: { field: stele.boolean(), value: true },
  date: { field: stele.date(), value: '2026-11-21' },
  datetime: { field: stele.datetime(), value: '2026-11-21T09:30:00Z' },
  select: { field: stele.select({ options: ['news', 'guide'] }), value: 'news' },
  multiselect: { field: stele.multiselect({ options: ['red', 'blue'], max: 2 }), value: ['red'] },
  email: { field: stele.email(), value: 'ada@example.org' },
  url: { field: stele.url(), value: 'https://example.org' },
  color: { field: stele.color(), value: '#1d4ed8' },
  code: {
    field: stele.code({ languages: ['ts', 'html'], max: 5000 }),
    value: { language: 'ts', text: 'const light = 1;' },
  },
  video: { field: stele.video(), value: { url: 'https://youtu.be/dQw4w9WgXcQ', title: 'The weir' } },
  time: { field: stele.time({ min: '08:00' }), value: '09:30' },
  json: { field: stele.json(), value: { any: ['thing'] } },
  asset: { field: stele.image(), value: 'ast_01kah51f8q3n7r5w2z6x9c4vbt' },
  assets: { field: stele.files({ max: 10 }), value: ['ast_01kah51f8q3n7r5w2z6x9c4vbt'] },
  reference: { field: stele.reference('examples'), value: 'ent_01kah4y2v8n6t4s1xj0p9g3hqa' },
  references: { field: stele.references('examples', { max: 3 }), value: ['ent_01kah4y2v8n6t4s1xj0p9g3hqa'] },
  object: {
    field: stele.object({ street: stele.text(), city: stele.text() }),
    value: { street: 'Weir 1', city: 'Bern' },
  },
  list: { field: stele.list(stele.text(), { max: 5 }), value: ['one', 'two'] },
  blocks: {
    field: stele.blocks({ quote: { text: stele.text(), source: stele.text() } }),
    value: [{ _type: 'quote', text: 'Hello', source: 'Ada' }],
  },
};

interface ObjectForm {
  readonly properties?: Readonly<Record<string, { readonly const?: string }>>;
}

/** The constraints that the schema's own form knows of each type. */
function constraints(): Map<string, string[]> {
  const { $defs = {} } = z.toJSONSchema(documentForm, { io: 'input', unrepresentable: 'any' });
  const forms = (id: string): readonly ObjectForm[] => ($defs[id] as { oneOf?: ObjectForm[] } | undefined)?.oneOf ?? [];
  return new Map(
    forms('SchemaItem').map(({ properties = {} }) => [
      properties.type?.const ?? '',
      Object.keys(properties).filter((name) => name !== 'type'),
    ]),
  );
}

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

it('the reference of field types lists every type with its constraints, a draft value and the published type', async () => {
  const config = stele.defineConfig({
    collections: [
      stele.collection({
        key: 'examples',
        fields: Object.fromEntries(Object.entries(EXAMPLES).map(([type, { field }]) => [type, field])),
      }),
    ],
  });
  const { schema } = config;
  const values = Object.fromEntries(Object.entries(EXAMPLES).map(([type, { value }]) => [type, value]));
  const [collection] = schema.collections;
  if (!collection) throw new Error('The examples have no collection.');
  expect(stele.checkValues(collection, values, 'publish')).toEqual([]);

  const source = stele.configSource(schema);
  const builders = new Map([...source.matchAll(/^ +(\w+): (\w+)\(/gm)].map(([, key, builder]) => [key, builder]));
  const types = new Map(
    [...stele.typesSource(schema).matchAll(/^ {2}readonly (\w+)\?: ((?:[^;{]|\{[^}]*\})+);/gm)].map(([, key, type]) => [
      key,
      type,
    ]),
  );
  const known = constraints();
  const rows = stele.FIELD_TYPES.map((type) => [
    code(type),
    code(builders.get(type) ?? type),
    (known.get(type) ?? []).map(code).join(', '),
    code(JSON.stringify(EXAMPLES[type].value)),
    code((types.get(type) ?? '').replace(/\s+/g, ' ')),
  ]);
  for (const row of rows) expect(row[4], row[0]).not.toBe('``');
  const page = [
    '# Field types',
    '',
    'Every type of field, the builder that makes it in `stele.config.ts`, what may be said of it beside `label`, `help`, `tab`, `group`, `required`, `localized`, `default`, `show_if` and',
    '`renamed_from`, a value as a draft has it, and the type of the published value. [The schema](../schema.md) explains them.',
    '',
    'Generated from the source.',
    '',
    '| type | builder | constraints | draft value | published type |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
  ];
  await expect(page.join('\n')).toMatchFileSnapshot('../../../docs/reference/field-types.md');
});
