'use client';

import type { Language } from './catalog.ts';
import { useLanguage } from './language-context.ts';

/**
 * The words of a room in the language that is spoken. For rooms that few people enter: their words come with their screens, in
 * all languages, and not with the first page.
 */
export function useRoomWords<Words>(words: Readonly<Record<Language, Words>>): Words {
  return words[useLanguage()];
}
