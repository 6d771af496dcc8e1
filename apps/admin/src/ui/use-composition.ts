import { type FieldDocument, mergeValues } from '@stele/schema';
import {
  type ChangeEvent,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react';
import { type TextBox, typeText } from './type-text.ts';
import { movedPlace } from './use-kept-caret.ts';

interface BoxProps<Box extends TextBox> {
  readonly ref?: Ref<Box> | undefined;
  readonly value?: unknown;
  readonly onChange?: ((event: ChangeEvent<Box>) => void) | undefined;
}

const TEXT: FieldDocument = { key: 'text', label: '', required: false, localized: true, type: 'textarea' };

/** Boxes that show an older text than they're given, since a composition goes on in them. */
const held = new WeakSet<Element>();

/** Whether a box takes in what was changed otherwise only once its composition has ended. */
export function isHeld(box: TextBox | null): boolean {
  return box !== null && held.has(box);
}

/**
 * Lets an input method compose in a text box in peace: a value that is set meanwhile would end the composition, and double its letters.
 * What came is merged with what was composed when that ends.
 *
 * @returns props for the box, in place of the given ones
 */
export function useComposition<Box extends TextBox>({ ref, value, onChange }: BoxProps<Box>) {
  const box = useRef<Box>(null) as RefObject<Box>;
  useImperativeHandle(ref, () => box.current, []);
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const isComposing = useRef(false);
  /** What the box and its owner both had last. */
  const shared = useRef('');
  const given = typeof value === 'string' ? value : null;
  const isApart = given !== null && isComposing.current && box.current.value !== given;
  useLayoutEffect(() => {
    if (given === null) return;
    if (isApart) held.add(box.current);
    else shared.current = given;
  });

  const end = (): void => {
    isComposing.current = false;
    const element = box.current;
    if (!held.delete(element) || given === null) return;
    const { value: typed, selectionEnd } = element;
    const text = merged(shared.current, typed, given);
    const caret = movedPlace(typed, text, selectionEnd ?? typed.length);
    // As if the other change had been there before this one was typed.
    element.value = given;
    if (text !== given) typeText(element, text, caret);
    else if (selectionEnd !== null) element.setSelectionRange(caret, caret);
  };
  const latest = useRef(end);
  latest.current = end;
  useLayoutEffect(() => {
    const element = box.current;
    const start = (): void => {
      isComposing.current = true;
    };
    const stop = (): void => latest.current();
    element.addEventListener('compositionstart', start);
    element.addEventListener('compositionend', stop);
    return () => {
      element.removeEventListener('compositionstart', start);
      element.removeEventListener('compositionend', stop);
    };
  }, []);

  return {
    ref: box,
    ...(given !== null && { value: isApart ? box.current.value : given }),
    ...(onChange && {
      onChange: (event: ChangeEvent<Box>): void => {
        // Drawn with what it says, or else React puts back what it said before.
        if (held.has(event.currentTarget)) draw();
        else onChange(event);
      },
    }),
  };
}

/** Both changes of a text; where they touch the same words, what was typed here. */
function merged(base: string, mine: string, theirs: string): string {
  const sides = { base: { text: base }, mine: { text: mine }, theirs: { text: theirs } };
  const { values, conflicts } = mergeValues([TEXT], sides);
  return conflicts.length > 0 ? mine : String(values.text ?? '');
}
