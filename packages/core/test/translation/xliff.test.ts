import {
  alignUnits,
  blocks,
  collection,
  defineConfig,
  type FieldDocument,
  type FieldValues,
  file,
  type Json,
  list,
  markdown,
  object,
  richtext,
  type TextPart,
  text,
  textUnits,
  translateField,
  type Unit,
} from '@stele/schema';
import { rounds } from '@stele/testing/rounds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readXliff } from '../../src/features/translation/texts/read-xliff.ts';
import { writeXliff } from '../../src/features/translation/texts/write-xliff.ts';

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'posts',
      fields: {
        title: text({ localized: true }),
        body: richtext({ localized: true }),
        notes: list(markdown(), { localized: true }),
        sections: blocks(
          { words: { title: text(), body: richtext() }, picture: { file: file(), caption: text() } },
          {
            localized: true,
          },
        ),
        seo: object({ title: text(), tags: list(text()) }, { localized: true }),
      },
    }),
  ],
});
const FIELDS = schema.collections[0]?.fields ?? [];

/** Words with everything that XML finds special, and with what it can't hold. */
const words = fc.string({
  unit: fc.constantFrom(...'ab &<>"\'\n\r\t\u0001\u001f\ufffe]]>ß𝒳é '),
  minLength: 1,
  maxLength: 12,
});
const marks = fc.subarray<Json>([
  { type: 'bold' },
  { type: 'italic' },
  { type: 'highlight', attrs: { color: null } },
  { type: 'link', attrs: { href: 'https://example.org/?a=1&b="2"', target: null } },
]);
const borne = marks.map((own) => (own.length > 0 ? { marks: own } : {}));
const inline = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.tuple(words, borne).map(([own, more]) => ({ type: 'text', text: own, ...more })) },
    { weight: 1, arbitrary: borne.map((more) => ({ type: 'hardBreak', ...more })) },
  ),
  { maxLength: 5 },
);
const { node } = fc.letrec<{ node: Json; line: Json }>((tie) => ({
  line: fc.oneof(
    inline.map((content) => ({ type: 'paragraph', ...(content.length > 0 && { content }) })),
    inline.map((content) => ({ type: 'heading', attrs: { level: 2 }, content })),
    words.map((own) => ({ type: 'codeBlock', content: [{ type: 'text', text: own }] })),
    fc.tuple(words, words).map(([alt, caption]) => ({ type: 'image', attrs: { asset: 'ast_1', alt, caption } })),
  ),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('line'),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((content) => ({ type: 'blockquote', content })),
  ),
}));
const document = fc.array(node, { maxLength: 4 }).map((content): Json => ({ type: 'doc', content }));
const values = fc.record<Record<string, Json>>({
  title: words,
  body: document,
  notes: fc.array(fc.oneof(words, fc.constant(null)), { maxLength: 3 }),
  sections: fc.array(
    fc.oneof(
      fc.record<Record<string, Json>>({ _type: fc.constant('words'), title: words, body: document }),
      fc.record<Record<string, Json>>({
        _type: fc.constant('picture'),
        _key: fc.constantFrom('a', 'b', 'c', 'a key'),
        file: fc.constant('ast_2'),
        caption: words,
      }),
    ),
    { maxLength: 4 },
  ),
  seo: fc.record<Record<string, Json>>({ title: words, tags: fc.array(words, { maxLength: 2 }) }),
});

const unitsIn = (own: FieldValues): Unit[] => FIELDS.flatMap((field) => textUnits(field, own[field.key] ?? null));

/** Sends values through a document, whose units a translator translates. */
async function sent(
  own: FieldValues,
  translate: (parts: readonly TextPart[]) => readonly TextPart[],
): Promise<FieldValues> {
  const units = unitsIn(own).map((unit) => ({
    unit,
    target: translate(unit.parts),
    isCurrent: true,
    notes: ['A note\u0001'],
  }));
  if (units.length === 0) return own;
  const xliff = writeXliff('en', 'de', [{ id: 'ent_1', original: 'o', title: 'A title\u0001', units }]);
  assertValid(xliff);
  const read = await readXliff(xliff);
  expect(read.faults).toEqual([]);
  const given = read.files[0]?.units;
  for (const { unit } of units) expect(given?.get(unit.id)?.source).toEqual(unit.parts);
  const translated = (field: FieldDocument): Json =>
    translateField(field, own[field.key] ?? null, undefined, ({ id }) => given?.get(id)?.target ?? null);
  return Object.fromEntries(FIELDS.map((field) => [field.key, translated(field)]));
}

/** Checks rules of XLIFF 2.1 that a schema can't: ids, and what refers to them. */
function assertValid(xliff: string): void {
  const ids = (pattern: RegExp, within: string): string[] => [...within.matchAll(pattern)].map(([, id = '']) => id);
  const units = xliff.split('<unit ').slice(1);
  const names = ids(/<unit id="([^"]*)"/g, xliff);
  expect(new Set(names).size).toBe(names.length);
  expect(xliff).not.toMatch(/<note [^>]*>[^<]*<cp/);
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_.:-]+$/);
  for (const unit of units) {
    const data = ids(/<data id="([^"]*)"/g, unit);
    for (const ref of ids(/dataRef(?:Start|End)?="([^"]*)"/g, unit)) expect(data).toContain(ref);
    const [source = '', target = ''] = unit.split('<target>');
    const inSource = ids(/<(?:pc|ph) id="([^"]*)"/g, source);
    expect(new Set(inSource).size).toBe(inSource.length);
    for (const id of ids(/<(?:pc|ph) id="([^"]*)"/g, target)) expect(inSource).toContain(id);
  }
}

const runs = { numRuns: rounds({ short: 300, long: 5000 }), seed: 4711 };

/** A text as a person reads it: each character with its marks. */
function characters(value: Json): string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(characters);
  if (typeof value !== 'object' || value === null) return [];
  const { type, text: own, marks: borneMarks = [], ...rest } = value as FieldValues;
  if (typeof own === 'string') return [...own].map((c) => `${c}${JSON.stringify(borneMarks)}`);
  return [`<${String(type)}>`, ...Object.values(rest).flatMap(characters)];
}

describe('texts in XLIFF', () => {
  it('come back to the byte when no one touches them', { tags: ['full'] }, async () => {
    await fc.assert(
      fc.asyncProperty(values, async (own) => {
        expect(JSON.stringify(await sent(own, (parts) => parts))).toBe(JSON.stringify(own));
      }),
      runs,
    );
  });

  it('keep their structure, marks and breaks when all words are translated', async () => {
    const louder = (own: string): string => own.replaceAll('a', 'A').replaceAll('b', 'BB');
    const inTexts = (value: Json, key = '', isCode = false): Json => {
      if (typeof value === 'string') {
        return ['text', 'alt', 'caption', 'title', 'tags', 'notes'].includes(key) && value.trim() !== '' && !isCode
          ? louder(value)
          : value;
      }
      if (Array.isArray(value)) return (value as readonly Json[]).map((item) => inTexts(item, key, isCode));
      if (typeof value !== 'object' || value === null) return value;
      const code = isCode || (value as FieldValues).type === 'codeBlock';
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inTexts(item, name, code)]));
    };
    await fc.assert(
      fc.asyncProperty(values, async (own) => {
        const translated = await sent(own, (parts) =>
          parts.map((part) => ('text' in part ? { text: louder(part.text) } : part)),
        );
        const expected = inTexts(own) as FieldValues;
        expect(characters(translated)).toEqual(characters(expected));
        const { body: _, sections: __, ...plain } = translated;
        const { body: ___, sections: ____, ...plainExpected } = expected;
        expect(plain).toEqual(plainExpected);
      }),
      runs,
    );
  });

  it('leave what is no text as an earlier translation has it', () => {
    const image = (asset: string, alt: string): Json => ({ type: 'image', attrs: { asset, alt } });
    const doc = (...content: Json[]): Json => ({ type: 'doc', content });
    const translate = (key: string, source: Json, target: Json): Json =>
      translateField(FIELDS.find((field) => field.key === key) as FieldDocument, source, target, () => [
        { text: 'neu' },
      ]);
    expect(translate('body', doc(image('ast_en', 'new')), doc(image('ast_de', 'alt')))).toEqual(
      doc(image('ast_de', 'neu')),
    );
    // An image without a description in the source keeps its own.
    expect(translate('body', doc(image('ast_en', '')), doc(image('ast_de', 'alt')))).toEqual(
      doc(image('ast_de', 'alt')),
    );
    expect(translate('body', doc(image('ast_en', 'new')), doc())).toEqual(doc(image('ast_en', 'neu')));
    const video = (id: string, title?: string): Json => ({ type: 'video', attrs: { id, ...(title && { title }) } });
    expect(translate('body', doc(video('en', 'new')), doc(video('de', 'alt')))).toEqual(doc(video('de', 'neu')));
    expect(translate('body', doc(video('en')), doc(video('de', 'alt')))).toEqual(doc(video('de', 'alt')));
    expect(translate('body', doc(video('en', 'new')), doc())).toEqual(doc(video('en', 'neu')));
    const row = (own: string, caption: string): Json => ({ _type: 'picture', file: own, caption });
    const one = [row('ast_en', 'new')];
    expect(translate('sections', one, [row('ast_de', 'alt')])).toEqual([row('ast_de', 'neu')]);
    expect(translate('sections', one, [row('ast_de', 'alt'), row('ast_de', 'alt')])).toEqual([row('ast_en', 'neu')]);
  });

  it('are aligned with an earlier translation by their place and codes', () => {
    const line = (own: string, mark: string): Json => ({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: own, marks: [{ type: mark }] }] }],
    });
    const body = FIELDS.find(({ key }) => key === 'body') as FieldDocument;
    const source = textUnits(body, line('One', 'bold'));
    expect([...alignUnits(source, textUnits(body, line('Eins', 'bold'))).values()]).toEqual([
      [{ open: '1', code: '1' }, { text: 'Eins' }, { close: '1' }],
    ]);
    expect(alignUnits(source, textUnits(body, line('Eins', 'italic'))).size).toBe(0);
    const longer = {
      type: 'doc',
      content: [
        ...((line('a', 'bold') as FieldValues).content as Json[]),
        ...((line('b', 'bold') as FieldValues).content as Json[]),
      ],
    };
    expect(alignUnits(source, textUnits(body, longer)).size).toBe(0);
  });
});

const wrap = (units: string, attrs = 'version="2.1" srcLang="en" trgLang="de"'): string =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" ${attrs}><file id="f" original="o">${units}</file></xliff>`;
const unit = (inner: string, id = 'u'): string => `<unit id="${id}">${inner}</unit>`;
const segment = (source: string, target: string, more = ''): string =>
  `<segment><source>${source}</source><target ${more}>${target}</target></segment>`;

describe('what tools make of a document', () => {
  const target = async (inner: string): Promise<readonly TextPart[] | null | undefined> => {
    const { files, faults } = await readXliff(wrap(`<group id="g">${unit(inner)}</group>`));
    expect(faults).toEqual([]);
    return files[0]?.units.get('u')?.target;
  };

  it('is read: segments in another order, other codes, annotations, modules', async () => {
    expect(await target(segment('One. ', 'Eins. ', 'order="2"') + segment('Two.', 'Zwei. ', 'order="1"'))).toEqual([
      { text: 'Zwei. Eins. ' },
    ]);
    expect(
      await target(`${segment('One.', 'Eins.')}<ignorable><source> </source></ignorable>${segment('Two.', 'Zwei.')}`),
    ).toEqual([{ text: 'Eins. Zwei.' }]);
    expect(
      await target(segment('<pc id="1">a</pc>', '<sc id="1"/>b<ec startRef="1"/><pc id="2" copyOf="1">c</pc>')),
    ).toEqual([
      { open: '1', code: '1' },
      { text: 'b' },
      { close: '1' },
      { open: '2', code: '1' },
      { text: 'c' },
      { close: '2' },
    ]);
    expect(
      await target(segment('a', '<mrk id="m" type="term">b</mrk><cp hex="001F"/><![CDATA[<c>]]><sm id="s"/>')),
    ).toEqual([{ text: 'b\u001f<c>' }]);
    expect(await target(`<x:glossary xmlns:x="urn:x"><source>no</source></x:glossary>${segment('a', 'b')}`)).toEqual([
      { text: 'b' },
    ]);
    expect(await target(segment('a', ''))).toBeNull();
    expect(await target('<segment><source>a</source></segment>')).toBeNull();
    expect(await target(`${segment('a', 'b')}<segment><source>c</source></segment>`)).toBeNull();
  });

  it('is refused when it is no XLIFF, with the file and unit', async () => {
    const faultsOf = async (xliff: string): Promise<[string, string][]> =>
      (await readXliff(xliff)).faults.map(({ path, message }) => [path.join('/'), message]);
    expect((await faultsOf('<a>'))[0]?.[1]).toContain('unclosed tag');
    expect((await faultsOf('no'))[0]?.[1]).toContain('Line 1');
    expect(await faultsOf(wrap('', 'version="1.2"'))).toEqual([['', 'This is no XLIFF of version 2.0 or 2.1.']]);
    expect(await faultsOf(wrap('').replace(/urn:[^"]*/, 'urn:other'))).toEqual([
      ['', 'This is no XLIFF of version 2.0 or 2.1.'],
    ]);
    expect(await faultsOf(wrap('', 'version="2.0"'))).toEqual([
      ['', 'srcLang is missing.'],
      ['', 'trgLang is missing.'],
    ]);
    expect(await faultsOf(wrap(unit(segment('a', 'b')) + unit('')))).toEqual([
      ['f/u', 'Another unit has the same id.'],
      ['f/u', 'It has no segment.'],
    ]);
    expect(await faultsOf(wrap(unit(segment('a', '<b/><cp hex="0000"/><cp hex="D800"/>'))))).toEqual([
      ['f/u', "<b> can't be within a text."],
      ['f/u', '"0000" is no character that can be stored.'],
      ['f/u', '"D800" is no character that can be stored.'],
    ]);
    expect(await faultsOf(wrap(unit(segment('a', 'b', 'order="3"'))))).toEqual([
      ['f/u', 'The order of its targets is no order.'],
    ]);
    const bomb = `<!DOCTYPE xliff [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${wrap(unit(segment('&b;', '')))}`;
    expect((await faultsOf(bomb))[0]?.[1]).toContain('document type');
    expect((await faultsOf(wrap(unit(segment('&b;', '')))))[0]?.[1]).toContain('undefined entity');
    expect((await faultsOf(wrap('<group>'.repeat(100_000))))[0]?.[1]).toContain('nested too deep');
  });
});
