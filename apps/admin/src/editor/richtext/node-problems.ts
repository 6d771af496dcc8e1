import { Extension } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { ValuePath } from '../form/paths.ts';
import type { Problem } from '../form/problems.ts';

/** A problem of a node, or of a text by one of its marks. */
type NodeProblem = Pick<Problem, 'kind' | 'node' | 'message'>;

const KEY = new PluginKey<DecorationSet>('nodeProblems');

/** Highlights the nodes and texts that have problems. Highlights move with the text, and aren't part of the document. */
export const NodeProblems = Extension.create({
  name: 'nodeProblems',

  addProseMirrorPlugins() {
    return [
      new Plugin<DecorationSet>({
        key: KEY,
        state: {
          init: () => DecorationSet.empty,
          apply(tr, before) {
            const problems = tr.getMeta(KEY) as readonly NodeProblem[] | undefined;
            return problems ? drawn(tr.doc, problems) : before.map(tr.mapping, tr.doc);
          },
        },
        props: { decorations: (state) => KEY.getState(state) },
      }),
    ];
  },
});

/** Highlights the parts that have these problems, and no others; null when that changes nothing. */
export function markProblems(state: EditorState, problems: readonly NodeProblem[]): Transaction | null {
  if (problems.length === 0 && KEY.getState(state)?.find().length === 0) return null;
  return state.tr.setMeta(KEY, problems).setMeta('addToHistory', false);
}

/** Selects the part of the document that a path leads to, and scrolls there. */
export function selectNode(state: EditorState, path: ValuePath): Transaction {
  const { from, to, node } = partAt(state.doc, path);
  const selection =
    node.isText || node.isTextblock || !NodeSelection.isSelectable(node)
      ? TextSelection.between(state.doc.resolve(from), state.doc.resolve(to))
      : NodeSelection.create(state.doc, from);
  return state.tr.setSelection(selection).scrollIntoView();
}

/** The innermost node on a path, and its place in the document. */
function partAt(
  doc: DocumentNode,
  path: ValuePath,
): { readonly node: DocumentNode; readonly from: number; readonly to: number } {
  let [node, from, start] = [doc, 0, 0];
  for (let at = 0; path[at] === 'content'; at += 2) {
    const index = Number(path[at + 1]);
    if (!(index < node.childCount)) break;
    from = start;
    for (let before = 0; before < index; before++) from += node.child(before).nodeSize;
    node = node.child(index);
    start = from + 1;
  }
  return { node, from, to: node === doc ? doc.content.size : from + node.nodeSize };
}

function drawn(doc: DocumentNode, problems: readonly NodeProblem[]): DecorationSet {
  const marks = problems.flatMap(({ node: path, message, kind }) => {
    const { node, from, to } = partAt(doc, path);
    if (node === doc) return [];
    const attributes = { class: kind === 'warning' ? 'is-doubtful' : 'is-wrong', title: message };
    return node.isText ? Decoration.inline(from, to, attributes) : Decoration.node(from, to, attributes);
  });
  return DecorationSet.create(doc, marks);
}
