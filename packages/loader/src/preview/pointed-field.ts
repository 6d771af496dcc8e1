import { fieldName } from '@stele/schema';
import { isSameField, type ShownMark } from './marked-texts.ts';

/** A field that someone points at, and the element that shows it. */
export interface PointedField {
  readonly element: HTMLElement;
  /** As `fieldName` writes it. */
  readonly field: string;
}

/** What does something of its own when it's clicked. */
const ACTS = 'a,button,input,select,textarea,label,summary,audio,video,iframe,[role=button],[contenteditable]';
/** Parts of a page: what is within them may have little to do with each other. */
const PARTS = 'html,body,main,header,footer,nav,aside,dialog';

/**
 * The field of an element, by its own attribute or a mark in its text, or else that of the nearest element around it which shows one
 * field and no other. Null when there is none.
 *
 * @param place where the pointer is: it tells fields in one text apart
 */
export function pointedField(
  target: Element,
  marks: readonly ShownMark[],
  place: { readonly clientX: number; readonly clientY: number },
): PointedField | null {
  for (let element: Element | null = target; element instanceof HTMLElement; element = element.parentElement) {
    const named = element.dataset.stele;
    if (named !== undefined) return { element, field: named };
    const around: HTMLElement = element;
    const isPart: boolean = around.matches(PARTS);
    const within = marks.filter(({ node }) => (isPart ? node.parentElement === around : around.contains(node)));
    const [first] = within;
    if (!first) {
      if (isPart || around.matches(ACTS)) return null;
      continue;
    }
    const isOne = within.every(({ field }) => isSameField(field, first.field));
    const mark = isOne ? first : markAt(within, place);
    return mark ? { element, field: fieldName(mark.field) } : null;
  }
  return null;
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
