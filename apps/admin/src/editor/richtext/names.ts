import { type Json, RICHTEXT_MARKS, RICHTEXT_NODES, type ShapeOf } from '@stele/schema';

/** Nodes that no field forbids. */
const ALWAYS = ['doc', 'paragraph', 'text'];
/** Nodes that exist only within other nodes, and come with them. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  bulletList: ['listItem'],
  orderedList: ['listItem'],
  taskList: ['taskItem'],
  table: ['tableRow', 'tableHeader', 'tableCell'],
};

/** Names of nodes and marks. */
export type Names = ReadonlySet<string>;

/** Names of the nodes and marks that a field allows. */
export function allowedNames({
  allow,
  videos,
  embeds,
}: Pick<ShapeOf<'richtext'>, 'allow' | 'videos' | 'embeds'>): Names {
  const bySite = [...(videos?.length ? ['video'] : []), ...(embeds?.length ? ['oembed'] : [])];
  const named = allow ?? [...RICHTEXT_NODES.filter((name) => name !== 'video' && name !== 'oembed'), ...RICHTEXT_MARKS];
  return withParts([...named, ...bySite]);
}

/** Names of the nodes and marks in a document. */
export function usedNames(document: Json | undefined): Names {
  const names = new Set<string>();
  const visit = (node: Json | undefined): void => {
    if (!node || typeof node !== 'object' || Array.isArray(node)) return;
    const { type, content, marks } = node as { readonly [key: string]: Json };
    if (typeof type === 'string') names.add(type);
    for (const list of [content, marks]) if (Array.isArray(list)) list.forEach(visit);
  };
  visit(document);
  return names;
}

/** Names with their parts, and the nodes that no field forbids. */
export function withParts(names: Iterable<string>): Names {
  const all = [...names];
  return new Set([...ALWAYS, ...all, ...all.flatMap((name) => PARTS[name] ?? [])]);
}
