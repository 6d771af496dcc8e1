import type { Language } from './catalog.ts';
import { schema as de } from './de/schema.ts';
import { schema as en } from './en/schema.ts';
import { screenWords } from './screen-words.ts';

export const SCHEMA_WORDS: Readonly<Record<Language, typeof en>> = { en, de };

/** The words in the language that is spoken. */
export const useSchemaWords = screenWords(SCHEMA_WORDS);
