import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type TextBox, typeText } from '@/ui/type-text.ts';
import { isHeld } from '@/ui/use-composition.ts';
import { OwnUndo } from './own-undo.ts';

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
      if (isHeld(element)) return;
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
      if (text !== null) typeText(element, text);
    };
    element.addEventListener('input', typed);
    element.addEventListener('keydown', pressed as EventListener);
    return () => {
      element.removeEventListener('input', typed);
      element.removeEventListener('keydown', pressed as EventListener);
    };
  }, [box, own]);
}
