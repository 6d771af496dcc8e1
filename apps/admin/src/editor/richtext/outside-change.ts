import { wordsOf } from '@stele/schema';
import type { Node as DocumentNode, Fragment } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { diffArrays } from 'diff';

/** Where two documents differ: from `startA` to `endA` in the one, from `startB` to `endB` in the other. */
interface Difference {
  readonly startA: number;
  readonly endA: number;
  readonly startB: number;
  readonly endB: number;
}

/** A node of a document, or a word, and where it begins. */
interface Piece {
  readonly node: DocumentNode;
  readonly at: number;
}

/** How many changed pieces of a node are told apart. */
const MOST_CHANGES = 200;
/** Marks changes from outside. */
const OUTSIDE = 'outsideChange';
/** A document begins before its first place. */
const OUTERMOST = -1;

/**
 * Brings a change from outside into a document that is being edited: only where it differs, so that the cursor and the undo
 * history stay. The change can't be undone itself, since that would take away what others wrote.
 *
 * @param base the document before it was edited here
 * @param next the document as it was changed outside
 * @returns null when the same place was edited here: then the edit stays
 */
export function outsideChange(state: EditorState, base: DocumentNode, next: DocumentNode): Transaction | null {
  const outside = differenceOf(base.content, next.content);
  if (!outside) return null;
  const here = differenceOf(base.content, state.doc.content);
  if (here) {
    if (outside.endA > here.startA && outside.startA < here.endA) return null;
    if (outside.endA === here.startA && outside.startA === here.endA) return null;
    return replaced(state, next, [outside], outside.startA >= here.endA ? here.endB - here.endA : 0);
  }
  const all = differencesOf({ node: base, at: OUTERMOST }, { node: next, at: OUTERMOST });
  for (const differences of [all, [outside]]) {
    const change = replaced(state, next, differences, 0);
    if (change?.doc.eq(next)) return change;
  }
  // The places don't fit into one another, as when rows of a table were moved.
  return unrecorded(state).replaceWith(0, state.doc.content.size, next.content);
}

/** Whether a transaction brings what was changed outside. */
export function isFromOutside(tr: Transaction): boolean {
  return tr.getMeta(OUTSIDE) === true;
}

function unrecorded(state: EditorState): Transaction {
  return state.tr.setMeta('addToHistory', false).setMeta(OUTSIDE, true);
}

/** Takes differences over from a document; null when they don't fit. */
function replaced(
  state: EditorState,
  next: DocumentNode,
  differences: readonly Difference[],
  shift: number,
): Transaction | null {
  const tr = unrecorded(state);
  try {
    // From the last one on, so that earlier places stay right.
    for (const { startA, endA, startB, endB } of [...differences].reverse()) {
      tr.replace(startA + shift, endA + shift, next.slice(startB, endB));
    }
    return tr;
  } catch {
    return null;
  }
}

/** Every place at which two nodes differ, in order: nodes that one has more of, and the words of lines. */
function differencesOf(a: Piece, b: Piece): readonly Difference[] {
  if (a.node.eq(b.node)) return [];
  const [before, after] = [piecesOf(a), piecesOf(b)];
  const within = (from: number, to: number, fromB: number, toB: number): readonly Difference[] => {
    const pair = pairIn(before.slice(from, to), after.slice(fromB, toB));
    if (pair) {
      const [at, atB] = [from + pair.at, fromB + pair.atB];
      const inner = differencesOf(before[at] as Piece, after[atB] as Piece);
      return [...within(from, at, fromB, atB), ...inner, ...within(at + 1, to, atB + 1, toB)];
    }
    const [startA, endA] = [startOf(a, before, from), startOf(a, before, to)];
    const [startB, endB] = [startOf(b, after, fromB), startOf(b, after, toB)];
    const difference = differenceOf(cut(a, startA, endA), cut(b, startB, endB), startA, startB);
    return difference ? [difference] : [];
  };
  const parts = diffArrays([...before], [...after], {
    comparator: (one, other) => one.node.eq(other.node),
    maxEditLength: MOST_CHANGES,
  });
  if (!parts) {
    const difference = differenceOf(a.node.content, b.node.content, a.at + 1, b.at + 1);
    return difference ? [difference] : [];
  }
  const differences: Difference[] = [];
  let [at, atB, from, fromB] = [0, 0, 0, 0];
  for (const { added, removed, value } of [...parts, { added: false, removed: false, value: [] }]) {
    if (added) atB += value.length;
    else if (removed) at += value.length;
    else {
      differences.push(...within(from, at, fromB, atB));
      at += value.length;
      atB += value.length;
      [from, fromB] = [at, atB];
    }
  }
  return differences;
}

/** The first two pieces that are the same one before and after: by their words, or by their place where none were added. */
function pairIn(
  before: readonly Piece[],
  after: readonly Piece[],
): { readonly at: number; readonly atB: number } | null {
  const words = after.map(({ node }) => new Set(node.isLeaf ? [] : wordsOf(node.textContent)));
  for (const [at, { node }] of before.entries()) {
    const own = [...new Set(node.isLeaf ? [] : wordsOf(node.textContent))];
    const atB = after.findIndex((one, index) => {
      const others = words[index] ?? new Set();
      const common = own.filter((word) => others.has(word)).length;
      return one.node.sameMarkup(node) && 2 * common > Math.min(own.length, others.size);
    });
    if (atB >= 0) return { at, atB };
  }
  const [first, firstB] = [before[0]?.node, after[0]?.node];
  const arePlaced = before.length === after.length && first && firstB && !first.isLeaf && first.sameMarkup(firstB);
  return arePlaced ? { at: 0, atB: 0 } : null;
}

/** Parts of a node: other nodes, and in a line its words. */
function piecesOf({ node, at }: Piece): readonly Piece[] {
  const pieces: Piece[] = [];
  node.forEach((child, offset) => {
    const start = at + 1 + offset;
    if (!child.isText) pieces.push({ node: child, at: start });
    let place = 0;
    for (const { length } of wordsOf(child.text ?? '')) {
      pieces.push({ node: child.cut(place, place + length), at: start + place });
      place += length;
    }
  });
  return pieces;
}

/** Where a piece of a node begins; where its content ends for the one after the last. */
function startOf({ node, at }: Piece, pieces: readonly Piece[], index: number): number {
  return pieces[index]?.at ?? at + 1 + node.content.size;
}

function cut({ node, at }: Piece, start: number, end: number): Fragment {
  return node.content.cut(start - at - 1, end - at - 1);
}

/** From the first to the last place at which two stretches differ, which begin at some places of their documents. */
function differenceOf(a: Fragment, b: Fragment, atA = 0, atB = 0): Difference | null {
  const start = a.findDiffStart(b);
  const end = a.findDiffEnd(b);
  if (start === null || !end) return null;
  // Repeated content is found from both sides.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  return { startA: atA + start, endA: atA + end.a + overlap, startB: atB + start, endB: atB + end.b + overlap };
}
