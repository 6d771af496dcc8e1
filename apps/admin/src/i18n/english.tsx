import type { ReactNode } from 'react';
import { speakErrors } from '../api/error-texts.ts';
import { details, errors } from './en/errors.ts';
import * as en from './en/index.ts';
import { formatsOf } from './formats.ts';
import { type Spoken, SpokenProvider } from './language-context.ts';

const SPOKEN: Spoken = { language: 'en', messages: en, formats: formatsOf('en') };

speakErrors(errors, details);

/** Speaks English. A module for each language, so that a browser loads the words of one. */
export function English({ children }: { readonly children: ReactNode }) {
  return <SpokenProvider value={SPOKEN}>{children}</SpokenProvider>;
}
