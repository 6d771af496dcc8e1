import { Direction } from 'radix-ui';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { directionOf } from './direction.ts';
import { language } from './language.ts';
import { withWords } from './load-words.ts';

const EVENTS = ['pointerdown', 'keydown'] as const;

interface SpokenProps {
  readonly children: ReactNode;
}

async function loadErrors(): Promise<void> {
  (await withWords(import('./error-words.ts'))).speakErrorsHere();
}

const Spoken = lazy(async () => {
  await (language === 'en' ? withWords(Promise.resolve()) : loadErrors());
  return { default: ({ children }: SpokenProps) => children };
});

/**
 * Draws what is inside once the words are there that it begins with. In English, the words for errors come at the first key or
 * click: until then, the server's own words are shown, which are English too.
 */
export function SpokenLanguage({ children }: SpokenProps) {
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
    if (language !== 'en') return;
    const load = (): void => void loadErrors().catch(() => undefined);
    for (const event of EVENTS) window.addEventListener(event, load, { once: true });
    return () => {
      for (const event of EVENTS) window.removeEventListener(event, load);
    };
  }, []);
  return (
    <Suspense>
      <Direction.Provider dir={directionOf(language)}>
        <Spoken>{children}</Spoken>
      </Direction.Provider>
    </Suspense>
  );
}
