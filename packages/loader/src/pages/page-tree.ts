import type { Entry } from '../entries/entry.ts';

/** A page with those below it, in the collection's order. */
export interface PageNode<Page> {
  readonly entry: Page;
  readonly children: readonly PageNode<Page>[];
}

/** The pages of a collection. */
export class PageTree {
  readonly #byId: ReadonlyMap<string, Entry>;
  /** The pages right below one; for null, those at the top, also because the one above isn't there. */
  readonly #below = new Map<string | null, Entry[]>();

  constructor(entries: readonly Entry[]) {
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]));
    for (const entry of entries) {
      const above = entry.parent && this.#byId.has(entry.parent) ? entry.parent : null;
      const siblings = this.#below.get(above);
      if (siblings) siblings.push(entry);
      else this.#below.set(above, [entry]);
    }
  }

  /** All pages, from one down or from the top. */
  nodes(above: string | null = null): readonly PageNode<Entry>[] {
    return this.children(above).map((entry) => ({ entry, children: this.nodes(entry.id) }));
  }

  /** The pages right below one; for null, those at the top. */
  children(above: string | null): readonly Entry[] {
    return [...(this.#below.get(above) ?? [])];
  }

  /** The pages from the top down to one, with it; none when it isn't there. */
  breadcrumbs(id: string): readonly Entry[] {
    const crumbs: Entry[] = [];
    for (let entry = this.#byId.get(id); entry && !crumbs.includes(entry); entry = this.#byId.get(entry.parent ?? '')) {
      crumbs.unshift(entry);
    }
    return crumbs;
  }
}
