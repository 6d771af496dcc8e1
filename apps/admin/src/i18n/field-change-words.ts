import { fieldChange as de } from './de/field-change.ts';
import { fieldChange as en } from './en/field-change.ts';
import { screenWords } from './screen-words.ts';

export const useFieldChangeWords = screenWords({ en, de });
