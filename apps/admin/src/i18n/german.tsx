import { issueTranslator } from '@stele/schema';
import type { ReactNode } from 'react';
import { speakErrors } from '../api/error-texts.ts';
import { check } from './de/check.ts';
import { details, errors } from './de/errors.ts';
import { fileErrors } from './de/file-errors.ts';
import * as de from './de/index.ts';
import { formatsOf } from './formats.ts';
import { type Spoken, SpokenProvider } from './language-context.ts';

const SPOKEN: Spoken = { language: 'de', messages: de, formats: formatsOf('de') };

speakErrors({ ...errors, ...fileErrors }, details, issueTranslator(check));

/** Speaks German. A module for each language, so that a browser loads the words of one. */
export function German({ children }: { readonly children: ReactNode }) {
  return <SpokenProvider value={SPOKEN}>{children}</SpokenProvider>;
}
