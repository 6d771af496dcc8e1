import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  checkValues,
  collection,
  configSource,
  convertValue,
  defineConfig,
  diffSchemas,
  mergeValues,
  type Published,
  type Resolver,
  renderValues,
  SchemaError,
  text,
  textsIn,
  time,
  typesSource,
  unrenderValues,
  video,
} from '../src/index.ts';

const events = collection({
  key: 'events',
  order: { field: 'from', direction: 'asc' },
  fields: {
    name: text(),
    from: time({ min: '08:00', max: '20:00' }),
    film: video({ providers: ['vimeo'] }),
    clip: video(),
  },
});
const { schema } = defineConfig({ collections: [events] });
const [document] = schema.collections;
if (!document) throw new Error('There is no collection.');
const RESOLVER: Resolver = {
  collectionOf: () => null,
  asset: () => null,
  assetText: () => null,
  textPicture: () => null,
};

const issuesOf = (values: object, mode: 'draft' | 'publish' = 'publish') =>
  checkValues(document, values as never, mode).map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('a time of day', () => {
  it('has hours and minutes, and keeps its bounds', () => {
    for (const from of ['08:00', '09:30', '20:00', '']) expect(issuesOf({ from }), from).toEqual([]);
    for (const from of ['9:30', '24:00', '09:60', '09:30:00', '09:30Z', 'noon']) {
      expect(issuesOf({ from }, 'draft'), from).toEqual(['from: A time of day is written as 09:30.']);
    }
    expect(issuesOf({ from: 930 }, 'draft')).toEqual(['from: This must be text.']);
    expect(issuesOf({ from: '07:59' })).toEqual(['from: This must not be before 08:00.']);
    expect(issuesOf({ from: '20:01' })).toEqual(['from: This must not be after 20:00.']);
    expect(issuesOf({ from: '07:59' }, 'draft')).toEqual([]);
  });

  it('is looser with wider bounds, and stricter with narrower ones', () => {
    const withBounds = (bounds: object) =>
      defineConfig({ collections: [collection({ key: 'a', fields: { at: time(bounds) } })] }).schema;
    const kinds = (was: object, now: object) =>
      diffSchemas(withBounds(was), withBounds(now)).diff?.changes.map(({ kind }) => kind);
    expect(kinds({ min: '08:00' }, { min: '07:00' })).toEqual(['field.loosened']);
    expect(kinds({ min: '08:00' }, { min: '09:00' })).toEqual(['field.constrained']);
    expect(kinds({ max: '20:00' }, {})).toEqual(['field.loosened']);
    expect(() => withBounds({ min: '8' })).toThrow(SchemaError);
    expect(() => withBounds({ min: '09:00', max: '08:00' })).toThrow('The least value is above the greatest.');
  });
});

describe('a video', () => {
  const clip = { url: 'https://youtu.be/dQw4w9WgXcQ?t=90', title: 'The weir' };

  it('is the address of one, on a site that the field takes', () => {
    expect(issuesOf({ clip, film: { url: 'https://vimeo.com/1' } })).toEqual([]);
    expect(issuesOf({ film: clip })).toEqual(['film.url: This must be one of: vimeo.']);
    expect(issuesOf({ clip: { url: 'https://example.org/film.mp4' } })).toEqual([
      "clip.url: This isn't the address of a video on YouTube or Vimeo.",
    ]);
    expect(issuesOf({ clip: { url: 'https://example.org/' } }, 'draft')).toEqual([]);
    expect(issuesOf({ clip: 'https://youtu.be/dQw4w9WgXcQ' }, 'draft')).toEqual(['clip: This must be an object.']);
    expect(issuesOf({ clip: { url: 1, title: 2, more: 3 } }, 'draft')).toEqual([
      'clip.more: There is no field "more" here.',
      'clip.url: This must be text.',
      'clip.title: This must be text.',
    ]);
  });

  it('is published with its provider and its usual address, and is its address again in a draft', () => {
    const published = renderValues(
      document,
      { clip, film: { url: 'https://player.vimeo.com/video/1', title: ' ' } },
      RESOLVER,
    );
    expect(published).toEqual({
      clip: {
        provider: 'youtube',
        id: 'dQw4w9WgXcQ',
        url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s',
        title: 'The weir',
      },
      film: { provider: 'vimeo', id: '1', url: 'https://vimeo.com/1' },
    });
    expect(unrenderValues(document, published, () => true)).toEqual({
      clip: { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s', title: 'The weir' },
      film: { url: 'https://vimeo.com/1' },
    });
    expect(renderValues(document, { clip: { url: 'https://example.org/' } }, RESOLVER)).toEqual({});
    expect(textsIn(document, { clip })).toEqual(['The weir']);
  });

  it('is merged by its parts, and made of an address', () => {
    const mine = { clip: { ...clip, title: 'Mine' } };
    const theirs = { clip: { ...clip, url: 'https://vimeo.com/1' } };
    const merged = mergeValues(document.fields, { base: { clip }, mine, theirs });
    expect(merged.values).toEqual({ clip: { url: 'https://vimeo.com/1', title: 'Mine' } });
    const made = convertValue('https://vimeo.com/1', { type: 'url' }, { type: 'video' });
    expect(made).toEqual({ value: { url: 'https://vimeo.com/1' }, lossless: true });
    expect(convertValue('https://example.org', { type: 'url' }, { type: 'video' })).toBeNull();
  });

  it('has a type, and comes back as the call that declared it', () => {
    expectTypeOf<NonNullable<Published<typeof events>['clip']>['provider']>().toEqualTypeOf<'youtube' | 'vimeo'>();
    expect(configSource(schema)).toContain("film: video({ providers: ['vimeo'] }),");
    expect(configSource(schema)).toContain("from: time({ min: '08:00', max: '20:00' }),");
    expect(typesSource(schema)).toContain("readonly film?: { readonly provider: 'vimeo'; readonly id: string;");
  });
});
