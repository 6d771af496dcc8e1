import type { Json } from '@stele/schema';
import type { Editor } from '@tiptap/core';
import type { Inputs } from '@/api/trpc.ts';

/** Words in a text: a TextQuoteSelector with the start of a TextPositionSelector (W3C Web Annotation Data Model). */
export type TextAnchor = NonNullable<Inputs['comments']['create']['anchor']>;

/** Between the blocks of a rich text. */
const BREAK = '\n';
const AROUND = 32;
const MOST_WORDS = 1000;
const BLOCKS: ReadonlySet<unknown> = new Set(['paragraph', 'heading', 'codeBlock']);

/** Describes the words between two places of a text; null when there are none, or too many. */
export function anchorAt(text: string, start: number, end: number): TextAnchor | null {
  const exact = text.slice(start, end);
  if (exact.trim() === '' || exact.length > MOST_WORDS) return null;
  return {
    exact,
    prefix: text.slice(Math.max(0, start - AROUND), start),
    suffix: text.slice(end, end + AROUND),
    start,
  };
}

/** The words that are selected in a field; null when none are. */
export function selectedIn(field: Element): TextAnchor | null {
  const editor = richEditorIn(field);
  if (editor) {
    const { doc, selection } = editor.state;
    const length = (to: number): number => doc.textBetween(0, to, BREAK).length;
    const text = doc.textBetween(0, doc.content.size, BREAK);
    const words = doc.textBetween(selection.from, selection.to, BREAK);
    const start = length(selection.to) - words.length;
    return anchorAt(text, start, start + words.length);
  }
  const box = textBoxIn(field);
  if (!box || box.selectionStart === null || box.selectionEnd === null) return null;
  return anchorAt(box.value, box.selectionStart, box.selectionEnd);
}

/** Selects words in a field's control, which has the focus. */
export function selectIn(field: Element, start: number, end: number): void {
  const editor = richEditorIn(field);
  if (editor) {
    const { doc } = editor.state;
    const place = (offset: number): number => {
      let [low, high] = [0, doc.content.size];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (doc.textBetween(0, middle, BREAK).length < offset) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    editor
      .chain()
      .focus()
      .setTextSelection({ from: place(start + 1) - 1, to: place(end) })
      .scrollIntoView()
      .run();
    return;
  }
  const box = textBoxIn(field);
  if (!box || box.selectionStart === null) return;
  box.focus();
  box.setSelectionRange(start, end);
}

/** The plain text of a value: itself, or that of a rich text, a line for each block. */
export function plainText(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  const blocks: string[] = [];
  const read = (node: Json | undefined): string => {
    if (!node || typeof node !== 'object' || Array.isArray(node)) return '';
    const { type, text, content } = node as { readonly [key: string]: Json };
    if (typeof text === 'string') return text;
    const inner = Array.isArray(content) ? content.map(read).join('') : '';
    if (!BLOCKS.has(type)) return inner;
    blocks.push(inner);
    return '';
  };
  read(value);
  return blocks.join(BREAK);
}

function richEditorIn(field: Element): Editor | null {
  return ownControl<Element & { readonly editor?: Editor }>(field, '.tiptap')?.editor ?? null;
}

function textBoxIn(field: Element): HTMLInputElement | HTMLTextAreaElement | null {
  return ownControl<HTMLInputElement | HTMLTextAreaElement>(field, 'textarea, input[type=text]');
}

/** The control of a field itself, not one of the fields in it. */
function ownControl<T extends Element>(field: Element, selector: string): T | null {
  return [...field.querySelectorAll<T>(selector)].find((one) => one.closest('[data-field-path]') === field) ?? null;
}
