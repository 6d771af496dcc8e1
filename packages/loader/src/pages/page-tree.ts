import type { Entry } from '../entries/entry.ts';

/** A page with those below it, in the collection's order. */
export interface PageNode<Page> {
  readonly entry: Page;
  readonly children: readonly PageNode<Page>[];
}

/** The page above a page that is there; null for one at the top, also because the one above isn't there. */
function aboveOf({ parent }: Entry, ids: ReadonlySet<string>): string | null {
  return parent && ids.has(parent) ? parent : null;
}

/** Pages as a tree. */
export function treeOf(entries: readonly Entry[]): readonly PageNode<Entry>[] {
  const ids = new Set(entries.map(({ id }) => id));
  const below = new Map<string | null, Entry[]>();
  for (const entry of entries) {
    const above = aboveOf(entry, ids);
    below.set(above, [...(below.get(above) ?? []), entry]);
  }
  const nodes = (above: string | null): PageNode<Entry>[] =>
    (below.get(above) ?? []).map((entry) => ({ entry, children: nodes(entry.id) }));
  return nodes(null);
}

/** The pages right below one; for null, those at the top. */
export function childrenOf(entries: readonly Entry[], above: string | null): readonly Entry[] {
  const ids = new Set(entries.map(({ id }) => id));
  return entries.filter((entry) => aboveOf(entry, ids) === above);
}

/** The pages from the top down to one, with it; none when it isn't there. */
export function breadcrumbsOf(entries: readonly Entry[], id: string): readonly Entry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const crumbs: Entry[] = [];
  for (let entry = byId.get(id); entry && !crumbs.includes(entry); entry = byId.get(entry.parent ?? '')) {
    crumbs.unshift(entry);
  }
  return crumbs;
}

/** A path in one form: encoded, without a slash at its end. */
export function plainPath(path: string): string {
  const parts = path
    .replace(/[?#].*$/, '')
    .split('/')
    .filter((part) => part !== '');
  return `/${parts.map((part) => encodeURIComponent(decoded(part))).join('/')}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
