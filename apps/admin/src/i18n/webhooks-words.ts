import type { Language } from './catalog.ts';
import { webhooks as de } from './de/webhooks.ts';
import { webhooks as en } from './en/webhooks.ts';

/** These words come with the screens that say them. */
export const WEBHOOKS_WORDS: Readonly<Record<Language, typeof en>> = { en, de };
