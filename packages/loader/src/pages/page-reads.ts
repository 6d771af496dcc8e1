import type { Content } from '../content/content.ts';
import type { Entry } from '../entries/entry.ts';
import { LoaderError } from '../errors.ts';
import { breadcrumbsOf, childrenOf, type PageNode, plainPath, treeOf } from './page-tree.ts';

/** Where the page of an entry is: its collection and its id. */
interface PagePlace {
  readonly collection: string;
  readonly id: string;
}

/** Reads pages of content. */
export class PageReads {
  readonly #content: () => Promise<Content>;
  /** Places by their paths, of the snapshot and the locales that were asked for last. */
  #known: { readonly of: string; readonly places: Promise<ReadonlyMap<string, PagePlace>> } | null = null;

  constructor(content: () => Promise<Content>) {
    this.#content = content;
  }

  async tree(collection: string, locales: readonly string[]): Promise<readonly PageNode<Entry>[]> {
    return treeOf(await (await this.#content()).load(collection, locales));
  }

  async children(collection: string, above: string | null, locales: readonly string[]): Promise<readonly Entry[]> {
    return childrenOf(await (await this.#content()).load(collection, locales), above);
  }

  async breadcrumbs({ collection, id }: PagePlace, locales: readonly string[]): Promise<readonly Entry[]> {
    return breadcrumbsOf(await (await this.#content()).load(collection, locales), id);
  }

  /** @throws LoaderError `option_missing` without collections, where the snapshot doesn't name them */
  async byPath(path: string, locales: readonly string[], asked: readonly string[] | undefined): Promise<Entry | null> {
    const content = await this.#content();
    const info = await content.info();
    const collections = asked ?? info.collections;
    if (info.id === null && !asked) {
      throw new LoaderError('option_missing', 'Name the collections of the pages: drafts are read by collection.');
    }
    const of = JSON.stringify([info.id, collections, locales]);
    const known =
      info.id !== null && this.#known?.of === of
        ? this.#known
        : { of, places: placesOf(content, collections, locales) };
    this.#known = known;
    // A failure isn't kept.
    known.places.catch(() => {
      if (this.#known === known) this.#known = null;
    });
    const place = (await known.places).get(plainPath(path));
    return place ? content.find(place.collection, place.id, locales) : null;
  }
}

async function placesOf(
  content: Content,
  collections: readonly string[],
  locales: readonly string[],
): Promise<ReadonlyMap<string, PagePlace>> {
  const places = new Map<string, PagePlace>();
  for (const collection of collections) {
    for await (const { id, path } of content.iterate(collection, locales)) {
      const key = path ? plainPath(path) : null;
      if (key !== null && !places.has(key)) places.set(key, { collection, id });
    }
  }
  return places;
}
