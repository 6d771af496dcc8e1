import { operating as de } from './de/operating.ts';
import { operating as en } from './en/operating.ts';
import { screenWords } from './screen-words.ts';

export const useOperatingWords = screenWords({ en, de });
