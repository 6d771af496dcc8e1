import { code as de } from './de/code.ts';
import { code as en } from './en/code.ts';
import { screenWords } from './screen-words.ts';

export const useCodeWords = screenWords({ en, de });
