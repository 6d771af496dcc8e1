import { fieldName } from '@stele/schema';
import { isSameField, type ShownMark } from './marked-texts.ts';

/** A field that someone points at, and the element that shows it. */
export interface PointedField {
  readonly element: Element;
  /** As `fieldName` writes it. */
  readonly field: string;
}

const ROLES = ['button', 'tab', 'menuitem', 'link', 'checkbox', 'switch', 'option'].map((role) => `[role=${role}]`);
/** Elements that do something of their own when they're clicked. */
const ACTS = `a,button,input,select,textarea,option,label,summary,details,audio,video,iframe,[contenteditable],[onclick],[tabindex],${ROLES}`;
/** Parts of a page, whose contents may have little to do with each other. */
const PARTS = 'html,body,main,header,footer,nav,aside,dialog';

/**
 * The field of an element: by the nearest attribute around it, or by a mark that is nearer, in its text or else in that of its
 * paragraph or other block. Null when there is none.
 *
 * @param place where the pointer is: it tells fields in one text apart
 */
export function pointedField(
  target: Element,
  marks: readonly ShownMark[],
  place: { readonly clientX: number; readonly clientY: number },
): PointedField | null {
  let hasEnded = false;
  for (let element: Element | null = target; element; element = element.parentElement) {
    const named = element.getAttribute('data-stele');
    if (named !== null) return { element, field: named };
    if (hasEnded) continue;
    const mark = markIn(element, marks, place);
    if (mark) return { element, field: fieldName(mark.field) };
    hasEnded = mark === null || element.matches(ACTS) || isBlock(element);
  }
  return null;
}

/** The mark of an element that is meant; undefined when it has none, null when none of several is. */
function markIn(
  element: Element,
  marks: readonly ShownMark[],
  place: { readonly clientX: number; readonly clientY: number },
): ShownMark | null | undefined {
  const isPart = element.matches(PARTS);
  const within = marks.filter(({ node }) => (isPart ? node.parentElement === element : element.contains(node)));
  const [first] = within;
  if (!first || within.every(({ field }) => isSameField(field, first.field))) return first;
  return markAt(within, place) ?? null;
}

function isBlock(element: Element): boolean {
  return element instanceof HTMLElement && !/^(?:inline|contents)/.test(getComputedStyle(element).display);
}

/** The mark of the text that is under the pointer. */
function markAt(
  marks: readonly ShownMark[],
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): ShownMark | undefined {
  const caret = caretAt(clientX, clientY);
  return caret ? marks.find(({ node, end }) => node === caret.node && caret.offset <= end) : undefined;
}

interface Caret {
  readonly node: Node;
  readonly offset: number;
}

/** The text under a point, in the two ways that browsers tell. */
function caretAt(x: number, y: number): Caret | null {
  const browser: {
    caretPositionFromPoint?(x: number, y: number): { readonly offsetNode: Node; readonly offset: number } | null;
    caretRangeFromPoint?(x: number, y: number): Range | null;
  } = document;
  const position = browser.caretPositionFromPoint?.(x, y);
  if (position) return { node: position.offsetNode, offset: position.offset };
  const range = browser.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}
