import type { Language } from './catalog.ts';
import { site as de } from './de/site.ts';
import { site as en } from './en/site.ts';

/** These words come with the screens that say them. */
export const SITE_WORDS: Readonly<Record<Language, typeof en>> = { en, de };
