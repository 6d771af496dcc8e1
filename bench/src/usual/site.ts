import type { Filling } from '@stele/core/testing/fill-entries';
import { collection, date, defineConfig, markdown, reference, references, slug, text } from '@stele/schema';

/** The schema of most sites: posts by authors, each with its own address, the newest first. */
export const { schema } = defineConfig({
  collections: [
    collection({ key: 'authors', title: 'name', fields: { name: text() } }),
    collection({
      key: 'posts',
      title: 'title',
      order: { field: 'day', direction: 'desc' },
      fields: {
        title: text({ localized: true, required: true }),
        slug: slug({ localized: true, unique: true }),
        day: date(),
        author: reference('authors'),
        related: references('posts'),
        body: markdown({ localized: true }),
      },
    }),
  ],
});

const WORDS =
  'the of site editor draft river stone window letter garden morning paper bridge silver answer music'.split(' ');
const BODY_WORDS = 300;

/** A word that one post in fifty contains. */
export const SEARCHED = 'quarry';

/** A post's values in both languages. @param authors ids to choose from */
export function postOf(number: number, authors: readonly string[], related: readonly string[] = []) {
  const day = new Date(Date.UTC(2015, 0, 1 + ((number * 31) % 4000))).toISOString().slice(0, 10);
  const shared = { day, author: authors[number % authors.length] ?? '', related };
  const valuesIn = (locale: string) => ({
    ...shared,
    title: `Post ${number} ${locale}`,
    slug: `post-${number}-${locale}`,
    body: textOf(number, locale),
  });
  return { en: valuesIn('en'), de: valuesIn('de') };
}

/** An author, to fill a project with. */
export function author(number: number): Filling {
  const values = { name: `Author ${number}` };
  return { collection: 'authors', state: 'published', title: values.name, values: { en: values, de: values } };
}

/** A published post, to fill a project with. */
export function post(number: number, authors: readonly string[]): Filling {
  const values = postOf(number, authors);
  return { collection: 'posts', state: 'published', title: values.en.title, values };
}

function textOf(number: number, locale: string): string {
  const words = Array.from({ length: BODY_WORDS }, (_, at) => WORDS[(number * 7 + at * at + at) % WORDS.length]);
  return [locale, `nr${number}`, ...(number % 50 === 0 ? [SEARCHED] : []), ...words].join(' ');
}
