import { createContext, useContext } from 'react';
import type { Language, Messages } from './catalog.ts';
import type { Formats } from './formats.ts';

/** The language that is spoken: its words, and how it writes numbers, dates and names. */
export interface Spoken {
  readonly language: Language;
  readonly messages: Messages;
  readonly formats: Formats;
}

const Context = createContext<Spoken | null>(null);

export const SpokenProvider = Context.Provider;

function useSpoken(): Spoken {
  const spoken = useContext(Context);
  if (!spoken) throw new Error('Used outside of a language.');
  return spoken;
}

/** The admin's words in the language that is spoken. */
export function useMessages(): Messages {
  return useSpoken().messages;
}

/** How the language that is spoken writes numbers, dates and names. */
export function useFormats(): Formats {
  return useSpoken().formats;
}

/** The language that is spoken. */
export function useLanguage(): Language {
  return useSpoken().language;
}
