import type { Language } from './catalog.ts';
import { webhooks as de } from './de/webhooks.ts';
import { webhooks as en } from './en/webhooks.ts';
import { screenWords } from './screen-words.ts';

const WEBHOOKS_WORDS: Readonly<Record<Language, typeof en>> = { en, de };

/** The words in the language that is spoken. */
export const useWebhooksWords = screenWords(WEBHOOKS_WORDS);
