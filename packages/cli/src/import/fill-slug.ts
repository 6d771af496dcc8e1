import { findCollection, type SchemaDocument } from '@stele/schema';
import type { ContentLine } from '../content/line.ts';

/** Gives values the slug of their line, where the collection has a field for it and they have none. */
export async function* fillSlug(
  lines: AsyncIterable<ContentLine>,
  schema: SchemaDocument | null,
): AsyncGenerator<ContentLine> {
  for await (const line of lines) {
    const { slug } = line;
    const field = findCollection(schema, line.collection)?.fields.find(({ key }) => key === 'slug');
    if (slug === undefined || field?.type !== 'slug') yield line;
    else {
      const values = Object.entries(line.values).map(
        ([locale, own]) => [locale, { ...own, slug: own.slug ?? slug }] as const,
      );
      yield { ...line, values: Object.fromEntries(values) };
    }
  }
}
