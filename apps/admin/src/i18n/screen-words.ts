import type { Language } from './catalog.ts';
import { useLanguage } from './language-context.ts';

/**
 * A hook that gives words in the language that is spoken. For screens that few people open: their words come with them, in all
 * languages, and not with the first page.
 */
export function screenWords<Words>(words: Readonly<Record<Language, Words>>): () => Words {
  return () => words[useLanguage()];
}
