import { boards as de } from './de/boards.ts';
import { boards as en } from './en/boards.ts';
import { screenWords } from './screen-words.ts';

export const useBoardsWords = screenWords({ en, de });
