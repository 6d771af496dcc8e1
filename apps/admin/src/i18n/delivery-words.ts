import type { Language } from './catalog.ts';
import { delivery as de } from './de/delivery.ts';
import { delivery as en } from './en/delivery.ts';
import { screenWords } from './screen-words.ts';

export const DELIVERY_WORDS: Readonly<Record<Language, typeof en>> = { en, de };

/** The words in the language that is spoken. */
export const useDeliveryWords = screenWords(DELIVERY_WORDS);
