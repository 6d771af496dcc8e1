import { MAX_RICHTEXT_DEPTH } from '@stele/schema';
import { Fragment, type Node, type NodeType, type ResolvedPos, Slice } from '@tiptap/pm/model';

/**
 * How many levels of nodes there are in a node below it.
 *
 * @param emptyLine levels that a line without text counts: 1, so that there's room to write in it, or 0
 */
export function levelsIn(node: Node | Fragment, emptyLine: 0 | 1 = 1): number {
  let most: number = node instanceof Fragment || !node.isTextblock ? 0 : emptyLine;
  node.forEach((child) => {
    most = Math.max(most, 1 + levelsIn(child, emptyLine));
  });
  return most;
}

/** A slice without the quotes, lists and tables that are deeper than the format allows where it's put in: what they hold stays. */
export function fitDepth(slice: Slice, { depth }: ResolvedPos): Slice {
  // Blocks come beside the one that the cursor is in.
  const room = MAX_RICHTEXT_DEPTH - Math.max(0, depth - 1);
  return levelsIn(slice.content) <= room ? slice : new Slice(shallow(slice.content, room), 0, 0);
}

function shallow(content: Fragment, room: number): Fragment {
  const nodes: Node[] = [];
  content.forEach((node) => {
    if (1 + levelsIn(node) <= room || node.isTextblock) nodes.push(node);
    else if (leastLevels(node.type) <= room) nodes.push(node.copy(shallow(node.content, room - 1)));
    else nodes.push(...shallow(Fragment.from(blocksIn(node)), room).content);
  });
  return Fragment.from(nodes);
}

/** How many levels a node takes at least, with a line of text in it. */
function leastLevels(type: NodeType): number {
  const { defaultType } = type.contentMatch;
  return type.isTextblock || !defaultType ? 2 : 1 + leastLevels(defaultType);
}

/** The blocks that a quote, list or table holds. */
function blocksIn(node: Node): Node[] {
  return node.children.flatMap((child) => (child.type.isInGroup('block') ? [child] : blocksIn(child)));
}
