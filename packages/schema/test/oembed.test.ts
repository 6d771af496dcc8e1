import { describe, expect, it } from 'vitest';
import {
  checkRichtext,
  collection,
  defineConfig,
  embeddedPage,
  embedProvidersOf,
  isBlankRichtext,
  list,
  object,
  parseSchema,
  renderRichtext,
  richtext,
  richtextText,
} from '../src/index.ts';

const CODEPEN = { name: 'codepen', match: ['https://codepen.io/*'], endpoint: 'https://codepen.io/api/oembed' };
const PHOTOS = {
  name: 'photos',
  match: ['https://*.example.com/photos/*/of/*', 'https://example.com/p'],
  endpoint: 'https://www.example.com/oembed.{format}',
};
const PEN = 'https://codepen.io/ada/pen/abc?editors=1';

describe('the page of an address', () => {
  const nameOf = (address: string) => {
    const { provider, url } = embeddedPage(address, [CODEPEN, PHOTOS]) ?? {};
    return provider && [provider.name, url];
  };

  it('is of the site whose pattern it has, in its usual form', () => {
    expect(nameOf(PEN)).toEqual(['codepen', PEN]);
    expect(nameOf('HTTPS://CodePen.io:443/a b')).toBe(undefined);
    expect(nameOf('HTTPS://CodePen.io:443/ada/./x')).toEqual(['codepen', 'https://codepen.io/ada/x']);
    expect(nameOf('https://www.example.com/photos/ada/of/cats')).toEqual([
      'photos',
      'https://www.example.com/photos/ada/of/cats',
    ]);
    expect(nameOf('https://a.b.example.com/photos//of/')?.[0]).toBe('photos');
    expect(nameOf('https://example.com/p')?.[0]).toBe('photos');
  });

  it('is of no site where it only looks like one', () => {
    for (const address of [
      'http://codepen.io/ada/pen/abc',
      'https://codepen.io.evil.test/ada',
      'https://evil.test/https://codepen.io/ada',
      'https://codepen.io:8443/ada',
      'https://ada:secret@codepen.io/ada',
      'https://example.com/photos/ada/of/cats',
      'https://badexample.com/photos/ada/of/cats',
      'https://www.example.com/photos/of/',
      'https://example.com/p/q',
      'https://example.com/p?q',
      'javascript:alert(1)//codepen.io/',
      `see ${PEN}`,
      `https://codepen.io/${'a'.repeat(2100)}`,
      '',
    ]) {
      expect([address, nameOf(address)]).toEqual([address, undefined]);
    }
  });

  it('is found in a moment, whatever the pattern', () => {
    const match = [`https://codepen.io/${'*a'.repeat(200)}b`];
    const started = performance.now();
    expect(embeddedPage(`https://codepen.io/${'a'.repeat(2000)}`, [{ ...CODEPEN, match }])).toBeNull();
    // A search that goes back would take years.
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('sites that a field embeds', () => {
  const parsed = (embeds: unknown) =>
    parseSchema({
      format: 1,
      collections: [{ key: 'posts', fields: [{ key: 'body', type: 'richtext', embeds }] }],
    }).issues.map(({ path }) => path.slice(4).join('.'));

  it('have a name, patterns and an endpoint, with https', () => {
    expect(parsed([CODEPEN, PHOTOS])).toEqual([]);
    expect(parsed([CODEPEN, CODEPEN])).toEqual(['embeds.1.name']);
    expect(parsed([{ ...CODEPEN, name: 'Code Pen' }])).toEqual(['embeds.0.name']);
    for (const match of [
      'http://codepen.io/*',
      'https://codepen.io',
      'https://*.io/*',
      'https://*/x',
      'https://code*.io/x',
      'https://localhost/*',
    ]) {
      expect([match, parsed([{ ...CODEPEN, match: [match] }])]).toEqual([match, ['embeds.0.match.0']]);
    }
    expect(parsed([{ ...CODEPEN, match: [] }])).toEqual(['embeds.0.match']);
    for (const endpoint of ['http://codepen.io/api', 'codepen.io/api', 'https://a@b.example/x', 'https://codepen.io']) {
      expect([endpoint, parsed([{ ...CODEPEN, endpoint }])]).toEqual([endpoint, ['embeds.0.endpoint']]);
    }
    expect(parsed([{ ...CODEPEN, html: true }])).not.toEqual([]);
  });

  it('are found wherever rich text stands in a schema, but not in values', () => {
    const { schema } = defineConfig({
      collections: [
        collection({
          key: 'posts',
          fields: {
            body: richtext({ embeds: [CODEPEN] }),
            parts: list(object({ text: richtext({ embeds: [PHOTOS] }), plain: richtext() })),
          },
        }),
      ],
    });
    expect(embedProvidersOf(schema).map(({ name }) => name)).toEqual(['codepen', 'photos']);
    const hidden = { key: 'x', type: 'json', default: { type: 'richtext', embeds: [CODEPEN] } };
    const { schema: other } = parseSchema({ format: 1, collections: [{ key: 'posts', fields: [hidden] }] });
    expect([embedProvidersOf(other), embedProvidersOf(null)]).toEqual([[], []]);
  });
});

describe('pages of other sites in rich text', () => {
  const page = (attrs: object) => ({ type: 'doc', content: [{ type: 'oembed', attrs }] });
  const OWN = { provider: 'codepen', url: PEN };
  const said = (value: unknown, shape: object = {}) =>
    checkRichtext(value, { type: 'richtext', ...shape }).map(({ path }) => path.join('.'));

  it('are taken of the sites that the field names, and by no field that names none', () => {
    const embeds = [CODEPEN];
    expect(said(page(OWN), { embeds })).toEqual([]);
    expect(said(page({ ...OWN, title: 'Weir', width: 800, height: null }), { embeds, allow: ['bold'] })).toEqual([]);
    expect(said(page(OWN))).toEqual(['content.0.attrs.provider']);
    expect(said(page({ ...OWN, provider: 'photos' }), { embeds })).toEqual(['content.0.attrs.provider']);
    expect(said(page({ ...OWN, url: 'https://example.com/p' }), { embeds })).toEqual(['content.0.attrs.url']);
    expect(checkRichtext(page(OWN), null)).toEqual([]);
  });

  it('have addresses with https alone, whole sizes, and no HTML', () => {
    const wrong = (attrs: object) => checkRichtext(page({ ...OWN, ...attrs }), null).map(({ path }) => path.at(-1));
    expect(wrong({ url: 'javascript:alert(1)' })).toEqual(['url']);
    expect(wrong({ url: 'https://CODEPEN.io/ada' })).toEqual(['url']);
    expect(wrong({ thumbnail_url: 'http://codepen.io/a.png' })).toEqual(['thumbnail_url']);
    expect(wrong({ width: 0 })).toEqual(['width']);
    expect(wrong({ height: 1.5 })).toEqual(['height']);
    expect(wrong({ html: '<script></script>' })).toEqual(['html']);
  });

  it('are published as they are, are no blank, and are found by their titles', () => {
    const value = page({ ...OWN, title: 'A weir', author: 'Ada' });
    const resolver = { collectionOf: () => null, asset: () => null, assetText: () => null };
    expect(renderRichtext(value, resolver)).toEqual(value);
    expect([isBlankRichtext(page(OWN)), richtextText(value), richtextText(page(OWN))]).toEqual([false, 'A weir', '']);
  });
});
