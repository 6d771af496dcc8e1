import { library as de } from './de/library.ts';
import { library as en } from './en/library.ts';
import { screenWords } from './screen-words.ts';

export const useLibraryWords = screenWords({ en, de });
