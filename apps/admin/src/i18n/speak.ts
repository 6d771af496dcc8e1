import { LANGUAGE_COOKIE, type Language } from './catalog.ts';

const A_YEAR_S = 31_536_000;

/** Switches the language in this browser. Typed text is kept, as when the page is loaded again. */
export function speak(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it to render; Firefox and Safari have no cookieStore everywhere.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${A_YEAR_S}; samesite=lax`;
  window.location.reload();
}
