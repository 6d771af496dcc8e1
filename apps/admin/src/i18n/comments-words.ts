import { comments as de } from './de/comments.ts';
import { comments as en } from './en/comments.ts';
import { screenWords } from './screen-words.ts';

export const useCommentsWords = screenWords({ en, de });
