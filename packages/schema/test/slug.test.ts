import { describe, expect, it } from 'vitest';
import { checkValues, collection, defineConfig, slug, slugFrom } from '../src/index.ts';

describe('the slug that a title makes', () => {
  it.each([
    ['The heron is back at the weir!', 'en', 'the-heron-is-back-at-the-weir'],
    ['Über die Brücke', 'de', 'ueber-die-bruecke'],
    ['Über die Brücke', 'en', 'uber-die-brucke'],
    ['Straße & Fluß', 'de', 'strasse-fluss'],
    ["Don't panic", 'en', 'dont-panic'],
    ['Łódź, Ærø, Đà Nẵng', 'en', 'lodz-aero-da-nang'],
    ['مرحبا بالعالم', 'ar', 'مرحبا-بالعالم'],
    ['नमस्ते दुनिया', 'hi', 'नमस्ते-दुनिया'],
    ['日本語 の 題', 'ja', '日本語-の-題'],
    ['u\u0308ber ﬁne ﬂow', 'en', 'uber-fine-flow'],
    ['  --  ', 'en', ''],
    ['🎉', 'en', ''],
  ])('%s in %s is %s', (title, locale, expected) => {
    expect(slugFrom(title, locale)).toBe(expected);
  });

  it('is one that the field takes, whatever the title is', () => {
    const posts = collection({ key: 'posts', fields: { slug: slug() } });
    const [document] = defineConfig({ collections: [posts] }).schema.collections;
    for (const title of ['Ħello Ŵorld', 'İstanbul', 'ﬁne ligature', 'x²', 'Ⅷ', 'שלום־עולם', 'ǅ', 'ª', 'ʰ']) {
      const made = slugFrom(title, 'en');
      expect([title, document && checkValues(document, { slug: made }, 'publish')]).toEqual([title, []]);
    }
  });

  it('ends with a whole word where it has to be cut', () => {
    expect(slugFrom('one two three', 'en', 10)).toBe('one-two');
    expect(slugFrom('one two three', 'en', 7)).toBe('one-two');
    expect(slugFrom('uninterrupted', 'en', 5)).toBe('unint');
  });
});
