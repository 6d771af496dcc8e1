import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blocks,
  collection,
  defineConfig,
  isSameJson,
  type Json,
  list,
  markdown,
  mergeValues,
  multiselect,
  number,
  object,
  reference,
  references,
  richtext,
  text,
  textarea,
  type Values,
} from '../src/index.ts';

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'pages',
      fields: {
        title: text(),
        intro: textarea(),
        body: markdown(),
        story: richtext(),
        address: object({ street: text(), city: text(), zip: text() }),
        tags: list(text()),
        colours: multiselect({ options: ['red', 'green', 'blue'] }),
        related: references('pages'),
        rows: list(object({ name: text(), count: number() })),
        sections: blocks({
          quote: { text: textarea(), source: text() },
          button: { label: text(), target: reference('pages'), style: object({ size: number(), tone: text() }) },
        }),
      },
    }),
  ],
});
const fields = schema.collections[0]?.fields ?? [];

const merge = (base: Values, mine: Values, theirs: Values) => {
  const { values, conflicts } = mergeValues(fields, { base, mine, theirs });
  return { values, conflicts: conflicts.map(({ labels: _labels, shape: _shape, ...conflict }) => conflict) };
};
const say = (...words: string[]): Json => ({ type: 'doc', content: words.map(paragraph) });
const paragraph = (words: string): Json => ({ type: 'paragraph', content: [{ type: 'text', text: words }] });
const quote = (key: string, words: string): Values => ({ _type: 'quote', _key: key, text: words });

describe('fields', () => {
  it('that one side changed take that side, and those that both changed alike are no conflict', () => {
    const base = { title: 'A', intro: 'B', address: { city: 'Bern' } };
    expect(merge(base, { ...base, title: 'A2' }, { ...base, intro: 'B2' })).toEqual({
      values: { title: 'A2', intro: 'B2', address: { city: 'Bern' } },
      conflicts: [],
    });
    expect(merge(base, { ...base, title: 'C' }, { ...base, title: 'C' }).conflicts).toEqual([]);
  });

  it('of a line that both changed are a conflict with both sides, mine in the values', () => {
    expect(merge({ title: 'A' }, { title: 'M' }, { title: 'T' })).toEqual({
      values: { title: 'M' },
      conflicts: [{ path: ['title'], base: 'A', mine: 'M', theirs: 'T' }],
    });
  });

  it('of a line that one side removed and the other changed are a conflict', () => {
    expect(merge({ title: 'A' }, {}, { title: 'T' }).conflicts).toEqual([
      { path: ['title'], base: 'A', mine: undefined, theirs: 'T' },
    ]);
  });

  it('that no schema declares are merged as wholes', () => {
    const { conflicts } = mergeValues([], {
      base: { a: { x: 1 } },
      mine: { a: { x: 2 } },
      theirs: { a: { x: 1, y: 3 } },
    });
    expect(conflicts.map(({ path }) => path)).toEqual([['a']]);
  });

  it('of an object are merged one by one, at any depth', () => {
    const base = { address: { street: 'Weir 1', city: 'Bern', zip: '3000' } };
    expect(
      merge(
        base,
        { address: { ...base.address, street: 'Weir 2', zip: '1' } },
        { address: { ...base.address, city: 'Basel', zip: '2' } },
      ),
    ).toEqual({
      values: { address: { street: 'Weir 2', city: 'Basel', zip: '1' } },
      conflicts: [{ path: ['address', 'zip'], base: '3000', mine: '1', theirs: '2' }],
    });
  });
});

describe('blocks', () => {
  const base = { sections: [quote('a', 'One'), quote('b', 'Two'), quote('c', 'Three')] };

  it('are known by their keys: content, additions, removals and order of both sides', () => {
    const mine = {
      sections: [quote('c', 'Three'), quote('a', 'One, mine'), quote('m', 'New, mine'), quote('b', 'Two')],
    };
    const theirs = { sections: [quote('a', 'One'), quote('t', 'New, theirs'), quote('c', 'Three, theirs')] };
    expect(merge(base, mine, theirs)).toEqual({
      values: {
        sections: [
          quote('c', 'Three, theirs'),
          quote('a', 'One, mine'),
          quote('m', 'New, mine'),
          quote('t', 'New, theirs'),
        ],
      },
      conflicts: [],
    });
  });

  it('are merged when each side changed another field of one', () => {
    const button = (values: Values): Values => ({ sections: [{ _type: 'button', _key: 'a', ...values }] });
    const { values, conflicts } = merge(
      button({ label: 'Go', style: { size: 1, tone: 'dark' } }),
      button({ label: 'Go!', style: { size: 2, tone: 'dark' } }),
      button({ label: 'Go', style: { size: 1, tone: 'light' } }),
    );
    expect(values).toEqual(button({ label: 'Go!', style: { size: 2, tone: 'light' } }));
    expect(conflicts).toEqual([]);
  });

  it('that one side removed and the other changed are asked for', () => {
    const { conflicts } = merge(
      base,
      { sections: [quote('a', 'One'), quote('c', 'Three')] },
      { sections: [quote('a', 'One'), quote('b', 'Two!'), quote('c', 'Three')] },
    );
    expect(conflicts).toEqual([
      { path: ['sections', 'b'], base: quote('b', 'Two'), mine: undefined, theirs: quote('b', 'Two!') },
    ]);
  });

  it('become what is decided', () => {
    const sides = {
      base,
      mine: { sections: [] },
      theirs: { sections: [quote('a', 'One'), quote('b', 'Two!'), quote('c', 'Three')] },
    };
    expect(mergeValues(fields, sides, ({ theirs }) => theirs).values).toEqual({ sections: [quote('b', 'Two!')] });
    expect(mergeValues(fields, sides, () => quote('b', 'Edited')).values).toEqual({ sections: [quote('b', 'Edited')] });
  });

  it('are asked for with what they are and what leads there', () => {
    const sections = (label: string): Values => ({
      sections: [{ _type: 'button', _key: 'a', label, style: { tone: label } }],
    });
    const { conflicts } = mergeValues(fields, { base: sections('b'), mine: sections('m'), theirs: sections('t') });
    expect(conflicts.map(({ labels, shape }) => [labels, shape?.type])).toEqual([
      [['Sections', 'Button', 'Label'], 'text'],
      [['Sections', 'Button', 'Style', 'Tone'], 'text'],
    ]);
    const removed = mergeValues(fields, {
      base,
      mine: {},
      theirs: { sections: [quote('a', 'x'), quote('b', 'Two'), quote('c', 'Three')] },
    });
    expect(removed.conflicts.map(({ path, labels, shape }) => [path, labels, shape?.type])).toEqual([
      [['sections', 'a'], ['Sections', 'Quote'], 'object'],
    ]);
  });

  it('of another kind under the same key are asked for as wholes', () => {
    const button = { _type: 'button', _key: 'a', label: 'x' };
    const { conflicts } = merge(
      { sections: [quote('a', '1')] },
      { sections: [button] },
      { sections: [quote('a', '2')] },
    );
    expect(conflicts.map(({ path }) => path)).toEqual([['sections', 'a']]);
  });
});

describe('other lists', () => {
  it('of references and choices are merged by what is in them', () => {
    const base = { related: ['e1', 'e2'], colours: ['red'] };
    const mine = { related: ['e2', 'e1', 'e3'], colours: ['red', 'blue'] };
    const theirs = { related: ['e1', 'e2', 'e4'], colours: ['green'] };
    expect(merge(base, mine, theirs)).toEqual({
      values: { related: ['e2', 'e1', 'e3', 'e4'], colours: ['blue', 'green'] },
      conflicts: [],
    });
  });
});

it('texts, and lists whose rows have no keys, are asked for as wholes', () => {
  const base = { intro: 'a', story: say('a'), tags: ['a'], rows: [{ name: 'a' }] };
  const mine = { intro: 'm', story: say('m'), tags: ['m'], rows: [{ name: 'm' }] };
  const theirs = { intro: 't', story: say('t'), tags: ['t'], rows: [{ name: 't' }] };
  const { values, conflicts } = merge(base, mine, theirs);
  expect(values).toEqual(mine);
  expect(conflicts.map(({ path }) => path)).toEqual([['intro'], ['story'], ['tags'], ['rows']]);
});

describe('of random edits', () => {
  const word = fc.stringMatching(/^[a-z]{1,3}$/);
  const edit = fc.record({ at: fc.nat(), word, kind: fc.constantFrom('insert', 'remove', 'replace', 'move') });
  const edited = (
    words: readonly string[],
    edits: readonly { at: number; word: string; kind: string }[],
    mark: string,
  ) =>
    edits.reduce<string[]>(
      (now, { at, word: made, kind }, number) => {
        const place = now.length === 0 ? 0 : at % now.length;
        const written = `${mark}${number}${made}`;
        if (kind === 'insert') return now.toSpliced(place, 0, written);
        if (kind === 'remove') return now.toSpliced(place, 1);
        if (kind === 'replace') return now.toSpliced(place, 1, written);
        const [moved] = now.slice(place, place + 1);
        return moved === undefined ? now : now.toSpliced(place, 1).toSpliced(0, 0, moved);
      },
      [...words],
    );
  const inAnyOrder = (values: Values): unknown[] =>
    Object.values(values).map((value) =>
      Array.isArray(value) ? value.map((row) => JSON.stringify(row)).sort() : value,
    );
  const shapes: Readonly<Record<string, (words: readonly string[]) => Values>> = {
    'a text': (words) => ({ intro: words.join(' ') }),
    'blocks by key': (words) => ({ sections: words.map((one) => quote(`k${one}`, one)) }),
    'names in a list': (words) => ({ related: [...words] }),
    'objects within blocks': (words) => ({
      sections: [{ _type: 'button', _key: 'a', label: words[0] ?? '', style: { tone: words[1] ?? '' } }],
    }),
  };

  it.each(Object.entries(shapes))('%s: whatever a side wrote is in the values, or in a conflict', (_name, shape) => {
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { maxLength: 8 }),
        fc.array(edit, { maxLength: 5 }),
        fc.array(edit, { maxLength: 5 }),
        (words, own, others) => {
          const [mine, theirs] = [edited(words, own, 'M'), edited(words, others, 'T')];
          const { values, conflicts } = merge(shape(words), shape(mine), shape(theirs));
          const said = JSON.stringify([values, conflicts]);
          for (const written of [...mine, ...theirs]) {
            const isWritten = /^[MT]/.test(written) && JSON.stringify([shape(mine), shape(theirs)]).includes(written);
            if (isWritten) expect(said).toContain(written);
          }
          // Merging once more with a side changes nothing, but perhaps the order.
          const again = merge(shape(words), values, shape(theirs)).values;
          expect(inAnyOrder(again)).toEqual(inAnyOrder(values));
          // Both sides are asked the same number of questions.
          expect(merge(shape(words), shape(theirs), shape(mine)).conflicts.length).toBe(conflicts.length);
        },
      ),
      { numRuns: 300 },
    );
  });
});

it('a field is only what an object has of its own, whatever it is called', () => {
  const own = JSON.parse('{"__proto__": 1, "constructor": 2}');
  const { values, conflicts } = mergeValues([], { base: {}, mine: own, theirs: { toString: 3 } as object as Values });
  expect([Object.entries(values), conflicts]).toEqual([
    [
      ['toString', 3],
      ['__proto__', 1],
      ['constructor', 2],
    ],
    [],
  ]);
});

it('values are the same whatever the order of their keys, and none is the same as null', () => {
  expect(isSameJson({ x: [1, { y: null }], z: 2 }, { z: 2, x: [1, { y: null }] })).toBe(true);
  expect(isSameJson(undefined, null)).toBe(true);
  for (const [a, b] of [
    [{ x: null }, {}],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [0, null],
    ['1', 1],
  ]) {
    expect(isSameJson(a, b)).toBe(false);
  }
});
