import { getCollection } from 'astro:content';
import { textsOf } from './texts';

/** A page as navigation knows it. */
export interface Page {
  /** Key of the entry in Astro. */
  readonly id: string;
  readonly slug: string;
  readonly href: string;
  readonly title: string;
  readonly description: string;
  readonly locale: string;
  /** The locale that its text is in. */
  readonly valuesLocale: string;
  readonly isFallback: boolean;
}

/** Pages that share the folder of their slugs. */
export interface Group {
  readonly key: string;
  readonly title: string;
  readonly pages: readonly Page[];
}

/** What shares the first part of its slug: pages right in it, then groups. */
export interface Section {
  readonly key: string;
  readonly title: string;
  readonly pages: readonly Page[];
  readonly groups: readonly Group[];
  /** All of its pages, in the order in which they're read. */
  readonly all: readonly Page[];
}

/** A locale's part of the site. */
export interface LocaleMap {
  readonly locale: string;
  readonly sections: readonly Section[];
  readonly bySlug: ReadonlyMap<string, Page>;
}

let maps: Promise<ReadonlyMap<string, LocaleMap>> | null = null;

/** The whole site, by locale. While developing, content may change at any time: then it's read each time. */
export function siteMaps(): Promise<ReadonlyMap<string, LocaleMap>> {
  if (import.meta.env.DEV || maps === null) maps = readMaps();
  return maps;
}

async function readMaps(): Promise<ReadonlyMap<string, LocaleMap>> {
  const pages = new Map<string, Page[]>();
  for (const { id, data } of await getCollection('docs')) {
    const { locale, valuesLocale, isFallback } = data._entry;
    const { slug, title, description = '' } = data;
    const page = { id, slug, href: hrefOf(locale, slug), title, description, locale, valuesLocale, isFallback };
    pages.set(locale, [...(pages.get(locale) ?? []), page]);
  }
  return new Map([...pages].map(([locale, list]) => [locale, localeMap(locale, list)]));
}

/** `guides/cms/index` in de → /de/guides/cms/ */
function hrefOf(locale: string, slug: string): string {
  return `/${locale}/${slug.replace(/(^|\/)index$/, '$1')}/`.replace(/\/+/g, '/');
}

const isIndex = ({ slug }: Page): boolean => /(^|\/)index$/.test(slug);
const indexFirst = (a: Page, b: Page): number => Number(isIndex(b)) - Number(isIndex(a)) || compare(a.slug, b.slug);
const compare = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** The parts of a slug that say where a page belongs: its section, and its group or ''. */
export function placeOf(slug: string): readonly [section: string, group: string] {
  const folders = slug.split('/').slice(0, -1);
  return [folders[0] ?? 'start', folders.slice(1).join('/')];
}

function localeMap(locale: string, pages: readonly Page[]): LocaleMap {
  const places = new Map<string, Map<string, Page[]>>();
  for (const page of [...pages].sort(indexFirst)) {
    const [section, group] = placeOf(page.slug);
    const groups = places.get(section) ?? new Map<string, Page[]>();
    places.set(section, groups.set(group, [...(groups.get(group) ?? []), page]));
  }
  const sections = [...places].map(([key, groups]): Section => {
    const list = [...groups]
      .filter(([name]) => name !== '')
      .map(([name, inGroup]): Group => ({ key: name, title: groupTitle(name, inGroup), pages: inGroup }))
      .sort((a, b) => compare(a.key, b.key));
    const own = groups.get('') ?? [];
    const all = [...own, ...list.flatMap((group) => group.pages)];
    return { key, title: key === 'start' ? textsOf(locale).start : humanize(key), pages: own, groups: list, all };
  });
  sections.sort((a, b) => Number(b.key === 'start') - Number(a.key === 'start') || compare(a.key, b.key));
  return { locale, sections, bySlug: new Map(pages.map((page) => [page.slug, page])) };
}

/** A group is called as its index page is, unless that's a whole sentence. */
function groupTitle(name: string, pages: readonly Page[]): string {
  const title = pages.find(isIndex)?.title;
  return title && title.length <= 32 ? title : humanize(name);
}

/** `1-setup` → 1 · Setup, `cms` → CMS */
function humanize(key: string): string {
  const words =
    key
      .split('/')
      .at(-1)
      ?.replace(/^(\d+)-/, '$1 · ')
      .replaceAll('-', ' ') ?? key;
  if (/^[a-z]{2,3}$/.test(words)) return words.toUpperCase();
  return words.replace(/\p{Ll}/u, (letter) => letter.toUpperCase());
}
