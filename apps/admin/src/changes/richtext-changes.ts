import { isSameJson, type Json } from '@stele/schema';
import { diffArrays } from 'diff';

/** A node of rich text, with what became of it. */
export interface MarkedNode {
  readonly node: RichNode;
  readonly tone: 'same' | 'added' | 'removed';
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

/** Words end with a space; some scripts have none between words, and go by character. */
const WORD_ENDS = /(?<=[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])/u;
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
        result.push({ node: is, tone: 'same', children: richtextChanges(partsOf(was), partsOf(is)) });
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
