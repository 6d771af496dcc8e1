import { formatsOf } from './formats.ts';
import { chooseLanguage, LANGUAGE_COOKIE, type Language } from './languages.ts';

const A_YEAR_S = 31_536_000;

/** The language that this page speaks. It's another one only after the page was loaded again. */
export const language: Language = typeof window === 'undefined' ? 'en' : browserLanguage();

/** How the language of this page writes numbers, dates and names. */
export const formats = formatsOf(language);

function browserLanguage(): Language {
  const cookie = new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`).exec(document.cookie);
  return chooseLanguage(cookie?.[1], navigator.languages);
}

/** Switches the language in this browser. Typed text is kept, as when the page is loaded again. */
export function speak(chosen: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it to render; Firefox and Safari have no cookieStore everywhere.
  document.cookie = `${LANGUAGE_COOKIE}=${chosen}; path=/; max-age=${A_YEAR_S}; samesite=lax`;
  window.location.reload();
}
