import type { Language } from './catalog.ts';
import { schema as de } from './de/schema.ts';
import { schema as en } from './en/schema.ts';

/** These words come with the screens that say them. */
export const SCHEMA_WORDS: Readonly<Record<Language, typeof en>> = { en, de };
