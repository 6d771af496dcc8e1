import type { Language } from './catalog.ts';
import { delivery as de } from './de/delivery.ts';
import { delivery as en } from './en/delivery.ts';

/** These words come with the screens that say them. */
export const DELIVERY_WORDS: Readonly<Record<Language, typeof en>> = { en, de };
