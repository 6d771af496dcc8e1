import { account as de } from './de/account.ts';
import { account as en } from './en/account.ts';
import { screenWords } from './screen-words.ts';

export const useAccountWords = screenWords({ en, de });
