import { cookies, headers } from 'next/headers';
import { chooseLanguage, LANGUAGE_COOKIE, type Language, type Messages } from './catalog.ts';
import { de } from './de/index.ts';
import { en } from './en/index.ts';

/** The language that a request is to be answered in. Server only. */
export async function requestLanguage(): Promise<Language> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  return chooseLanguage(jar.get(LANGUAGE_COOKIE)?.value, head.get('accept-language'));
}

/** A page's title in the language of the request. Server only. */
export async function pageTitle(choose: (messages: Messages) => string): Promise<{ readonly title: string }> {
  return { title: choose((await requestLanguage()) === 'de' ? de : en) };
}
