import type { CollectionDocument } from '@stele/schema';
import type { OpenProject } from '@/project/project-context.tsx';
import { type ListedEntry, valuesIn } from './list-columns.tsx';

/** An entry's title in a language, as the list has it. @param locale null for the project's default */
export function titleIn(entry: ListedEntry, collection: CollectionDocument | null, locale: string | null): string {
  const own = locale !== null && collection?.title_field && valuesIn(entry, locale)?.[collection.title_field];
  return typeof own === 'string' && own !== '' ? own : entry.title;
}

/** Where an entry is opened in a language. @param locale null for the project's default */
export function entryAddress({ project }: OpenProject, { id }: Pick<ListedEntry, 'id'>, locale: string | null): string {
  const isOther = locale !== null && locale !== project.default_locale;
  return `/projects/${project.id}/entries/${id}${isOther ? `?locale=${encodeURIComponent(locale)}` : ''}`;
}
