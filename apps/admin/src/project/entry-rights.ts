import type { Outputs } from '@/api/trpc.ts';
import type { OpenProject } from './project-context.tsx';

type Entry = Pick<Outputs['entries']['get'], 'collection_key' | 'created_by'>;

/** Whether one may change a language of an entry. */
export function mayWrite(open: OpenProject, entry: Entry, locale: string): boolean {
  const isOwn = open.may('entry.write_own') && entry.created_by.id === open.user.id;
  return (open.may('entry.write') || isOwn) && isWithin(open, entry.collection_key) && isIn(open, locale);
}

/** The languages that one may translate into from the default one. */
export function targetLocales(open: OpenProject): string[] {
  const { locales, default_locale: source } = open.project;
  return locales.filter((locale) => locale !== source && isIn(open, locale));
}

/** Whether one may publish some language of an entry. */
export function mayPublish(open: OpenProject, { collection_key: key }: Pick<Entry, 'collection_key'>): boolean {
  return open.may('entry.publish') && isWithin(open, key);
}

/** Whether one may create entries of a collection; without one, of some. */
export function mayCreate(open: OpenProject, key: string | null): boolean {
  return open.mayEdit && (key === null || isWithin(open, key));
}

/** Whether the user may change or delete a saved view: a private one; as a writer, their own or one that no limit concerns. */
export function mayChangeView(open: OpenProject, view: Outputs['views']['list']['data'][number]): boolean {
  if (view.is_private) return true;
  if (!open.may('entry.write')) return false;
  return (
    view.created_by.id === open.user.id || (!open.project.limits.locales && isWithin(open, view.collection_key ?? ''))
  );
}

/** Whether one may change the glossary of a language, which concerns entries of all collections. */
export function mayChangeGlossary(open: OpenProject, locale: string): boolean {
  const { collections, reads } = open.project.limits;
  return open.may('entry.publish') && !collections && !reads && isIn(open, locale);
}

function isWithin({ project: { limits } }: OpenProject, key: string): boolean {
  return (limits.collections?.includes(key) ?? true) && (limits.reads?.includes(key) ?? true);
}

function isIn({ project: { limits } }: OpenProject, locale: string): boolean {
  return limits.locales?.includes(locale) ?? true;
}
