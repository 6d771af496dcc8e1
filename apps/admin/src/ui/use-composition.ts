import {
  type ChangeEvent,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react';
import type { TextBox } from './type-text.ts';

interface BoxProps<Box extends TextBox> {
  readonly ref?: Ref<Box> | undefined;
  readonly value?: unknown;
  readonly onChange?: ((event: ChangeEvent<Box>) => void) | undefined;
}

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

  const latest = useRef(given);
  latest.current = given;
  useLayoutEffect(() => {
    const element = box.current;
    let turn = 0;
    const start = (): void => {
      isComposing.current = true;
      turn += 1;
      void loadSettling();
    };
    const stop = async (): Promise<void> => {
      const ended = turn;
      const settling = held.has(element) && (await loadSettling());
      // Another composition has begun, and ends for both; or the box is gone.
      if (ended !== turn || !element.isConnected) return;
      isComposing.current = false;
      if (held.delete(element) && settling && latest.current !== null)
        settling.settle(element, shared.current, latest.current);
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
        // Drawn with what it says, or else React puts back what it said before.
        if (held.has(event.currentTarget)) draw();
        else onChange(event);
      },
    }),
  };
}

/** What brings two changes together, which lists of entries needn't wait for. It's asked for until it's there. */
async function loadSettling(): Promise<typeof import('./settle-composition.ts')> {
  try {
    return await import('./settle-composition.ts');
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return loadSettling();
  }
}
