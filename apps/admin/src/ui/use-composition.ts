import {
  type ChangeEvent,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react';
import { settle } from './settle-composition.ts';
import type { TextBox } from './type-text.ts';

interface BoxProps<Box extends TextBox> {
  readonly ref?: Ref<Box> | undefined;
  readonly value?: unknown;
  readonly onChange?: ((event: ChangeEvent<Box>) => void) | undefined;
}

/** Boxes that show what is being composed, while their owners have another text. */
const held = new WeakSet<Element>();

/** Whether a box waits for the end of a composition to take in another text. */
export function isHeld(box: TextBox | null): boolean {
  return box !== null && held.has(box);
}

/**
 * Keeps a text box as it is while an input method composes in it: setting its value would end the composition, and double its
 * letters. When the composition ends, what it made is merged with the value that came meanwhile.
 *
 * @returns props for the box, in place of the given ones
 */
export function useComposition<Box extends TextBox>({ ref, value, onChange }: BoxProps<Box>) {
  const box = useRef<Box>(null) as RefObject<Box>;
  useImperativeHandle(ref, () => box.current, []);
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const isComposing = useRef(false);
  /** The last text that the box and its owner shared. */
  const shared = useRef('');
  const given = typeof value === 'string' ? value : null;
  const isApart = given !== null && isComposing.current && box.current.value !== given;
  useLayoutEffect(() => {
    if (given === null) return;
    if (isApart) held.add(box.current);
    else shared.current = given;
  });

  const latest = useRef(given);
  latest.current = given;
  useLayoutEffect(() => {
    const element = box.current;
    const start = (): void => {
      isComposing.current = true;
    };
    const stop = (): void => {
      isComposing.current = false;
      if (held.delete(element) && latest.current !== null) settle(element, shared.current, latest.current);
    };
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
        // Drawn with its current text, or else React puts back the text from before.
        if (held.has(event.currentTarget)) draw();
        else onChange(event);
      },
    }),
  };
}
