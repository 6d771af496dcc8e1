import { isSameJson, type Json } from '@stele/schema';
import { diffArrays } from 'diff';
import { calmChanges, type Tone, WORD_ENDS } from './calm-changes.ts';

/** A node of rich text, with what became of it. */
export interface MarkedNode {
  readonly node: RichNode;
  readonly tone: Tone;
  readonly children: readonly MarkedNode[];
}

/** A node of rich text, as far as it's shown. */
export interface RichNode {
  readonly type?: Json;
  readonly attrs?: Readonly<Record<string, Json>>;
  readonly text?: Json;
  readonly marks?: readonly RichNode[];
  readonly content?: readonly RichNode[];
}

/** Beyond so many changed nodes or words, all is shown as removed and added. */
const MOST_CHANGES = 400;

/** Compares nodes. Changed nodes are compared further, down to the words of their texts with their marks. */
export function richtextChanges(before: readonly RichNode[], after: readonly RichNode[]): readonly MarkedNode[] {
  const comparator = (a: RichNode, b: RichNode): boolean => isSameJson(a as Json, b as Json);
  const parts = diffArrays([...before], [...after], { comparator, maxEditLength: MOST_CHANGES });
  if (!parts) return [...before.map((node) => marked(node, 'removed')), ...after.map((node) => marked(node, 'added'))];
  const result: MarkedNode[] = [];
  let removed: readonly RichNode[] = [];
  const take = (added: readonly RichNode[]): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      const [was, is] = [removed[at], added[at]];
      if (was && is && canCompare(was, is)) {
        result.push({ node: is, tone: 'same', children: calm(richtextChanges(partsOf(was), partsOf(is))) });
        continue;
      }
      if (was) result.push(marked(was, 'removed'));
      if (is) result.push(marked(is, 'added'));
    }
    removed = [];
  };
  for (const part of parts) {
    if (part.removed) removed = part.value;
    else if (part.added) take(part.value);
    else {
      take([]);
      result.push(...part.value.map((node) => marked(node, 'same')));
    }
  }
  take([]);
  return result;
}

/** The same, with rewritten sentences as wholes. */
function calm(nodes: readonly MarkedNode[]): readonly MarkedNode[] {
  if (!nodes.some(({ node }) => typeof node.text === 'string')) return nodes;
  return calmChanges(nodes, {
    textOf: ({ node }) => (typeof node.text === 'string' ? node.text : null),
    withTone: (one, tone) => ({ ...one, tone }),
  });
}

function marked(node: RichNode, tone: MarkedNode['tone']): MarkedNode {
  return { node, tone, children: (node.content ?? []).map((child) => marked(child, 'same')) };
}

function canCompare(was: RichNode, is: RichNode): boolean {
  return was.type === is.type && is.content !== undefined && isSameJson(was.attrs ?? null, is.attrs ?? null);
}

/** The children of a node, with texts split into words. */
function partsOf({ content = [] }: RichNode): readonly RichNode[] {
  return content.flatMap((node) =>
    typeof node.text === 'string' ? node.text.split(WORD_ENDS).map((text) => ({ ...node, text })) : [node],
  );
}
