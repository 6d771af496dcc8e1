import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { chooseLanguage, LANGUAGE_COOKIE, type Language } from './catalog.ts';
import { English } from './english.tsx';

const German = lazy(async () => ({ default: (await import('./german.tsx')).German }));

interface SpokenLanguageProps {
  readonly language: Language;
  readonly children: ReactNode;
}

/** Speaks a language. Words of other languages than English come in chunks of their own. */
export function SpokenLanguage({ language, children }: SpokenLanguageProps) {
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  if (language === 'en') return <English>{children}</English>;
  return (
    <Suspense>
      <German>{children}</German>
    </Suspense>
  );
}

/** The language to speak in this browser. */
export function browserLanguage(): Language {
  const cookie = new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`).exec(document.cookie);
  return chooseLanguage(cookie?.[1], navigator.languages);
}
