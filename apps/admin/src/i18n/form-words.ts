import { form as de } from './de/form.ts';
import { form as en } from './en/form.ts';
import { screenWords } from './screen-words.ts';

export const useFormWords = screenWords({ en, de });
