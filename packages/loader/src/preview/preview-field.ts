import { fieldName } from '@stele/schema';

/** An entry as loaders give it, as far as its fields are named by it. */
interface Named {
  readonly id: string;
  readonly locale: string;
}

/**
 * The attribute of an element that shows a field: `<h1 {...previewField(post, 'title')}>`. In the editor's preview, a click on it
 * opens the field, and a text shows what is typed. Elsewhere it does nothing.
 *
 * @param entry an entry of a loader; in Astro, `data._entry`
 * @param path of the field: `title`, or `sections.2.text` within lists and objects
 */
export function previewField(entry: Named, path: string): { readonly 'data-stele': string } {
  return { 'data-stele': fieldName({ entry: entry.id, locale: entry.locale, path }) };
}
