import type { Node as DocumentNode, Fragment } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';

/** Where two documents differ: from `start` to `endA` in the one, to `endB` in the other. */
interface Difference {
  readonly start: number;
  readonly endA: number;
  readonly endB: number;
}

/**
 * Brings a change from outside into a document that is being edited: only where it differs, so that the cursor and what can be
 * undone stay. It can't be undone itself, since that would take away what others wrote.
 *
 * @param base what the document was before it was edited here
 * @param next what it has become outside
 * @returns null when the same place was edited here: then what's here stays
 */
export function outsideChange(state: EditorState, base: DocumentNode, next: DocumentNode): Transaction | null {
  const outside = differenceOf(base.content, next.content);
  if (!outside) return null;
  const here = differenceOf(base.content, state.doc.content);
  const shift = here && outside.start >= here.endA ? here.endB - here.endA : 0;
  if (here && outside.endA > here.start && outside.start < here.endA) return null;
  if (here && outside.endA === here.start && outside.start === here.endA) return null;
  const { tr } = state;
  tr.setMeta('addToHistory', false);
  try {
    return tr.replace(outside.start + shift, outside.endA + shift, next.slice(outside.start, outside.endB));
  } catch {
    // The places don't fit into one another, as when rows of a table were moved.
    return here ? null : state.tr.setMeta('addToHistory', false).replaceWith(0, state.doc.content.size, next.content);
  }
}

function differenceOf(a: Fragment, b: Fragment): Difference | null {
  const start = a.findDiffStart(b);
  const end = a.findDiffEnd(b);
  if (start === null || !end) return null;
  // What was repeated is found from both sides.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  return { start, endA: end.a + overlap, endB: end.b + overlap };
}
