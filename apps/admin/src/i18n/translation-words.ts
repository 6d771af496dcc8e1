import { translation as de } from './de/translation.ts';
import { translation as en } from './en/translation.ts';
import { screenWords } from './screen-words.ts';

export const useTranslationWords = screenWords({ en, de });
