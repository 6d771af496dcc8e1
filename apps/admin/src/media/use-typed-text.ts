import { useEffect, useRef, useState } from 'react';

/** Typing that pauses for so long is saved. */
const PAUSE_MS = 800;

/** A text as it's typed. */
interface TypedText {
  readonly typed: string;
  readonly type: (text: string) => void;
  /** Saves now what isn't saved. */
  readonly save: () => void;
  /** Whether the current text could not be saved. */
  readonly hasFailed: boolean;
}

/**
 * A text that is saved when typing pauses, and when its field or the page goes.
 *
 * @param text as it's saved
 * @param onSave called with what was typed, without the spaces around it; resolves to false when it could not be saved: then it stays, and is
 *   tried again when the field is left or something else is typed
 * @param whileTyping false saves only when the field is left
 */
export function useTypedText(text: string, onSave: (text: string) => Promise<boolean>, whileTyping = true): TypedText {
  const [typed, type] = useState(text);
  const [known, setKnown] = useState(text);
  const [failed, setFailed] = useState<string | null>(null);
  if (text !== known) {
    setKnown(text);
    // Text typed since stays.
    if (typed.trim() === known && typed.trim() !== text && typed.trim() !== failed) type(text);
  }
  const save = (): void => {
    const sent = typed.trim();
    if (sent === text) return;
    setFailed(null);
    void onSave(sent).then((isSaved) => isSaved || setFailed(sent));
  };
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    if (!whileTyping || typed.trim() === text || typed.trim() === failed) return;
    const timer = setTimeout(() => latest.current(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, text, failed, whileTyping]);
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
  return { typed, type, save, hasFailed: failed !== null && failed === typed.trim() };
}
