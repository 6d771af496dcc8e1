import { plainPath } from '@stele/schema';
import type { Content } from '../content/content.ts';
import type { Entry } from '../entries/entry.ts';
import { LoaderError } from '../errors.ts';
import { Kept } from './kept.ts';
import { type PageNode, PageTree } from './page-tree.ts';

/** Where the page of an entry is: its collection and its id. */
interface PagePlace {
  readonly collection: string;
  readonly id: string;
}

/** Reads pages of content. */
export class PageReads {
  readonly #content: () => Promise<Content>;
  readonly #trees = new Kept<PageTree>();
  readonly #places = new Kept<ReadonlyMap<string, PagePlace>>();

  constructor(content: () => Promise<Content>) {
    this.#content = content;
  }

  async tree(collection: string, locales: readonly string[]): Promise<readonly PageNode<Entry>[]> {
    return (await this.#tree(collection, locales)).nodes();
  }

  async children(collection: string, above: string | null, locales: readonly string[]): Promise<readonly Entry[]> {
    return (await this.#tree(collection, locales)).children(above);
  }

  async breadcrumbs({ collection, id }: PagePlace, locales: readonly string[]): Promise<readonly Entry[]> {
    return (await this.#tree(collection, locales)).breadcrumbs(id);
  }

  async #tree(collection: string, locales: readonly string[]): Promise<PageTree> {
    const content = await this.#content();
    const { id } = await content.info();
    return this.#trees.get(id, JSON.stringify([collection, locales]), async () => {
      return new PageTree(await content.load(collection, locales));
    });
  }

  /** @throws LoaderError `option_missing` without collections, where the snapshot doesn't name them */
  async byPath(path: string, locales: readonly string[], asked: readonly string[] | undefined): Promise<Entry | null> {
    const content = await this.#content();
    const info = await content.info();
    const collections = asked ?? info.collections;
    if (info.id === null && !asked) {
      throw new LoaderError('option_missing', 'Name the collections: drafts are read by collection.');
    }
    const places = await this.#places.get(info.id, JSON.stringify([collections, locales]), () =>
      placesOf(content, collections, locales),
    );
    const place = places.get(plainPath(path));
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
      const key = path && plainPath(path);
      if (key && !places.has(key)) places.set(key, { collection, id });
    }
  }
  return places;
}
