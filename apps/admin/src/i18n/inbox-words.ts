import { inbox as de } from './de/inbox.ts';
import { inbox as en } from './en/inbox.ts';
import { screenWords } from './screen-words.ts';

export const useInboxWords = screenWords({ en, de });
