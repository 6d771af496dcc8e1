import { type ReactNode, useEffect } from 'react';
import * as en from './en/index.ts';
import { formatsOf } from './formats.ts';
import { type Spoken, SpokenProvider } from './language-context.ts';

const SPOKEN: Spoken = { language: 'en', messages: en, formats: formatsOf('en') };
const EVENTS = ['pointerdown', 'keydown'] as const;

/** Loads what is said of errors. Until then, the server's own words are shown, which are English too. */
function loadErrors(): void {
  void import('./english-errors.ts').catch(() => undefined);
}

/** Speaks English. A module for each language, so that a browser loads the words of one; those of errors at the first key or click. */
export function English({ children }: { readonly children: ReactNode }) {
  useEffect(() => {
    for (const event of EVENTS) window.addEventListener(event, loadErrors, { once: true });
    return () => {
      for (const event of EVENTS) window.removeEventListener(event, loadErrors);
    };
  }, []);
  return <SpokenProvider value={SPOKEN}>{children}</SpokenProvider>;
}
