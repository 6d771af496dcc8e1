import { preview as de } from './de/preview.ts';
import { preview as en } from './en/preview.ts';
import { screenWords } from './screen-words.ts';

export const usePreviewWords = screenWords({ en, de });
