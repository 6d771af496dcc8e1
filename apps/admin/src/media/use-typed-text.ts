import { useEffect, useRef, useState } from 'react';

/** Typing that pauses for so long is saved. */
const PAUSE_MS = 800;

/** A text as it's typed. */
export interface TypedText {
  readonly typed: string;
  readonly type: (text: string) => void;
  /** Saves now what isn't saved. */
  readonly save: () => void;
}

/**
 * A text that is saved when typing pauses, and when its field or the page goes.
 *
 * @param text as it's saved
 * @param onSave told what was typed, without the spaces around it
 * @param whileTyping false saves only when the field is left
 */
export function useTypedText(text: string, onSave: (text: string) => void, whileTyping = true): TypedText {
  const [typed, type] = useState(text);
  const [known, setKnown] = useState(text);
  if (text !== known) {
    setKnown(text);
    // What was typed since stays.
    if (typed.trim() === known && typed.trim() !== text) type(text);
  }
  const save = (): void => {
    if (typed.trim() !== text) onSave(typed.trim());
  };
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    if (!whileTyping || typed.trim() === text) return;
    const timer = setTimeout(() => latest.current(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, text, whileTyping]);
  useEffect(() => {
    const leaving = (): void => {
      if (document.visibilityState === 'hidden') latest.current();
    };
    document.addEventListener('visibilitychange', leaving);
    return () => {
      document.removeEventListener('visibilitychange', leaving);
      latest.current();
    };
  }, []);
  return { typed, type, save };
}
