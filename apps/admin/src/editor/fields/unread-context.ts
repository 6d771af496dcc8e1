'use client';

import { createContext, useContext } from 'react';

/** Texts that were typed and can't be read as a value yet, by the place of their field. */
export interface UnreadTexts {
  get(path: readonly (string | number)[]): string | undefined;
  /** Null when the text can be read again. */
  set(path: readonly (string | number)[], text: string | null): void;
}

const Context = createContext<UnreadTexts | null>(null);

export const UnreadProvider = Context.Provider;

/** The texts of the form that can't be read yet. */
export function useUnreadTexts(): UnreadTexts {
  const texts = useContext(Context);
  if (!texts) throw new Error('Used outside of a form.');
  return texts;
}
