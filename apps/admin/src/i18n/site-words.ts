import type { Language } from './catalog.ts';
import { site as de } from './de/site.ts';
import { site as en } from './en/site.ts';
import { screenWords } from './screen-words.ts';

export const SITE_WORDS: Readonly<Record<Language, typeof en>> = { en, de };

/** The words in the language that is spoken. */
export const useSiteWords = screenWords(SITE_WORDS);
