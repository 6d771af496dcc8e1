'use client';

import { lazy, type ReactNode, Suspense } from 'react';
import type { Language } from './catalog.ts';
import { English } from './english.tsx';

const German = lazy(async () => ({ default: (await import('./german.tsx')).German }));

interface SpokenLanguageProps {
  readonly language: Language;
  readonly children: ReactNode;
}

/** Speaks a language. Words of other languages than English come in chunks of their own. */
export function SpokenLanguage({ language, children }: SpokenLanguageProps) {
  if (language === 'en') return <English>{children}</English>;
  return (
    <Suspense>
      <German>{children}</German>
    </Suspense>
  );
}
