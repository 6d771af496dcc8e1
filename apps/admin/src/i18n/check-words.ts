import { check as de } from './de/check.ts';
import { check as en } from './en/check.ts';
import { screenWords } from './screen-words.ts';

export const useCheckWords = screenWords({ en, de });
