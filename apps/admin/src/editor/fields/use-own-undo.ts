import { type RefObject, useLayoutEffect, useRef } from 'react';
import { OwnUndo } from './own-undo.ts';

type TextBox = HTMLInputElement | HTMLTextAreaElement;

/** Keeps the keys that undo working in a text that others change too: they take back what was typed here. */
export function useOwnUndo(box: RefObject<TextBox | null>, value: string): void {
  const made = useRef<OwnUndo | null>(null);
  made.current ??= new OwnUndo(value);
  const own = made.current;
  useLayoutEffect(() => own.replaced(value), [own, value]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const typed = (event: Event): void => {
      const how = event instanceof InputEvent ? event.inputType : '';
      if (how === 'historyUndo') own.wentBack(element.value);
      else if (how === 'historyRedo') own.wentOn(element.value);
      else own.typed(element.value, performance.now());
    };
    const pressed = (event: KeyboardEvent): void => {
      if (!own.isNeeded || !(event.ctrlKey || event.metaKey) || event.altKey || element.readOnly) return;
      const key = event.key.toLowerCase();
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
      if (!isRedo && key !== 'z') return;
      event.preventDefault();
      const text = isRedo ? own.redo() : own.undo();
      if (text !== null) setText(element, text);
    };
    element.addEventListener('input', typed);
    element.addEventListener('keydown', pressed as EventListener);
    return () => {
      element.removeEventListener('input', typed);
      element.removeEventListener('keydown', pressed as EventListener);
    };
  }, [box, own]);
}

/** Sets a text as typing does, with the caret where it changed. */
function setText(element: TextBox, text: string): void {
  const before = element.value;
  let end = 0;
  while (end < Math.min(before.length, text.length) && before.at(-1 - end) === text.at(-1 - end)) end += 1;
  const prototype = element instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  // React notices only values that are set past it.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, text);
  element.dispatchEvent(new Event('input', { bubbles: true }));
  if (element.selectionStart !== null) element.setSelectionRange(text.length - end, text.length - end);
}
