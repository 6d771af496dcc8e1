import { type Json, VIDEO_PROVIDERS } from '@stele/schema';
import fc from 'fast-check';

const maybe = (value: fc.Arbitrary<Json>): fc.Arbitrary<Json | undefined> => fc.option(value, { nil: undefined });
const withAttrs = (attrs: Record<string, fc.Arbitrary<Json | undefined>>): fc.Arbitrary<{ attrs?: Json }> =>
  fc.record(attrs).map((given) => {
    const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Record<
      string,
      Json
    >;
    return Object.keys(set).length > 0 ? { attrs: set } : {};
  });
const words = fc.string({ minLength: 1, maxLength: 12 });
const id = (prefix: string): fc.Arbitrary<Json> =>
  fc.stringMatching(/^[0-9a-z]{26}$/).map((rest) => `${prefix}_${rest}`);
const oneOf = (...values: Json[]): fc.Arbitrary<Json> => fc.constantFrom(...values);

const mark = (type: string, attrs: Record<string, fc.Arbitrary<Json | undefined>> = {}): fc.Arbitrary<Json> =>
  withAttrs(attrs).map((given) => ({ type, ...given }));
const linkAttrs = {
  target: maybe(oneOf('_blank', null)),
  rel: maybe(oneOf('nofollow', null)),
  class: maybe(oneOf('button', null)),
  title: maybe(fc.oneof(words, fc.constant(null))),
};
const MARKS = fc
  .tuple(
    ...['bold', 'italic', 'strike', 'underline', 'code', 'superscript', 'subscript'].map((type) => maybe(mark(type))),
    maybe(mark('highlight', { color: maybe(oneOf('#ffee00', 'yellow', null)) })),
    maybe(
      fc.oneof(
        mark('link', {
          href: oneOf('https://example.com/a?b=c#d', '/path', '#place', 'mailto:a@example.com', 'asset:ast_01'),
          entry: maybe(oneOf(null)),
          ...linkAttrs,
        }),
        mark('link', { entry: id('ent'), href: maybe(oneOf(null)), ...linkAttrs }),
      ),
    ),
  )
  .map((marks) => marks.filter((one): one is Json => one !== undefined));

const text = fc.record({ text: words, marks: MARKS }).map(
  ({ text: value, marks }): Json => ({
    type: 'text',
    text: value,
    ...(marks.length > 0 && { marks }),
  }),
);
const hardBreak = MARKS.map((marks): Json => ({ type: 'hardBreak', ...(marks.length > 0 && { marks }) }));
const inline = fc.array(fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: hardBreak }), {
  maxLength: 4,
});
const holding = (type: string, content: readonly Json[], attrs: { attrs?: Json } = {}): Json => ({
  type,
  ...attrs,
  ...(content.length > 0 && { content }),
});
const paragraph = inline.map((content) => holding('paragraph', content));

const cellAttrs = withAttrs({
  colspan: maybe(oneOf(2)),
  rowspan: maybe(oneOf(2)),
  colwidth: maybe(oneOf(null, [120])),
  align: maybe(oneOf('left', 'center', 'right', null)),
});

const { block } = fc.letrec<{ block: Json; blocks: Json[] }>((tie) => {
  const item = (type: string, attrs: fc.Arbitrary<{ attrs?: Json }> = fc.constant({})): fc.Arbitrary<Json> =>
    fc
      .record({ first: paragraph, rest: fc.array(tie('block'), { maxLength: 2 }), attrs })
      .map(({ first, rest, attrs: given }) => holding(type, [first, ...rest], given));
  const some = (one: fc.Arbitrary<Json>): fc.Arbitrary<Json[]> => fc.array(one, { minLength: 1, maxLength: 3 });
  const cell = fc
    .record({ type: oneOf('tableCell', 'tableHeader'), content: some(tie('block')), attrs: cellAttrs })
    .map(({ type, content, attrs }) => holding(String(type), content, attrs));
  return {
    blocks: fc.array(tie('block'), { minLength: 1, maxLength: 5 }),
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      paragraph,
      fc
        .record({ level: fc.integer({ min: 1, max: 6 }), content: inline })
        .map(({ level, content }) => holding('heading', content, { attrs: { level } })),
      fc
        .record({ attrs: withAttrs({ language: maybe(oneOf('ts', null)) }), lines: maybe(words) })
        .map(({ attrs, lines }) =>
          holding('codeBlock', typeof lines === 'string' ? [{ type: 'text', text: lines }] : [], attrs),
        ),
      fc.constant<Json>({ type: 'horizontalRule' }),
      withAttrs({
        asset: id('ast'),
        alt: maybe(oneOf('A heron', null)),
        caption: maybe(oneOf('At dusk', null)),
        size: maybe(oneOf('small', null)),
        align: maybe(oneOf('start', 'end', null)),
      }).map((attrs): Json => ({ type: 'image', ...attrs })),
      maybe(oneOf('A weir', null)).map((title): Json => {
        const attrs = { provider: 'vimeo', id: '76979871', url: 'https://vimeo.com/76979871' };
        return { type: 'video', attrs: title === undefined ? attrs : { ...attrs, title } };
      }),
      withAttrs({
        title: maybe(oneOf('A pen', null)),
        author: maybe(oneOf('Ada')),
        width: maybe(oneOf(800, null)),
      }).map((more): Json => {
        const { attrs = {} } = more as { readonly attrs?: Record<string, Json> };
        return { type: 'oembed', attrs: { provider: 'codepen', url: 'https://codepen.io/ada/pen/abc', ...attrs } };
      }),
      withAttrs({ entry: id('ent') }).map((attrs): Json => ({ type: 'embed', ...attrs })),
      some(item('listItem')).map((content) => holding('bulletList', content)),
      fc
        .record({
          content: some(item('listItem')),
          attrs: withAttrs({ start: maybe(oneOf(0, 5, -3)), type: maybe(oneOf('a', 'I', null)) }),
        })
        .map(({ content, attrs }) => holding('orderedList', content, attrs)),
      some(item('taskItem', withAttrs({ checked: fc.boolean() }))).map((content) => holding('taskList', content)),
      some(tie('block')).map((content) => holding('blockquote', content)),
      some(fc.array(cell, { maxLength: 3 }).map((cells) => holding('tableRow', cells))).map((rows) =>
        holding('table', rows),
      ),
    ),
  };
});

/** Documents of every node and mark, as the format allows them. */
export const documents: fc.Arbitrary<Json> = fc
  .array(block, { minLength: 1, maxLength: 6 })
  .map((content) => ({ type: 'doc', content }));

/** A document in one of the ways to write it: marks by their names, and texts that bear the same ones as one. */
export function canonical(value: Json): Json {
  if (Array.isArray(value)) {
    const joined: Json[] = [];
    for (const one of value.map(canonical)) {
      const last = joined.at(-1);
      const both = last === undefined ? null : join(last, one);
      if (both) joined[joined.length - 1] = both;
      else joined.push(one);
    }
    return joined;
  }
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const same = canonical(part);
      const marks = key === 'marks' && Array.isArray(same);
      return [key, marks ? [...same].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : same];
    }),
  );
}

function join(a: Json, b: Json): Json | null {
  if (!isText(a) || !isText(b) || JSON.stringify(a.marks) !== JSON.stringify(b.marks)) return null;
  return { ...a, text: `${a.text}${b.text}` };
}

function isText(node: Json): node is { readonly type: 'text'; readonly text: string; readonly marks?: Json } {
  return typeof node === 'object' && node !== null && 'type' in node && node.type === 'text';
}

const CODEPEN = { name: 'codepen', match: ['https://codepen.io/*'], endpoint: 'https://codepen.io/api/oembed' };

/** Options of a field that takes these documents. */
export const OFFERS = { pictures: { sizes: ['small'], align: true }, videos: VIDEO_PROVIDERS, embeds: [CODEPEN] };
