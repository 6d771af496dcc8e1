import { review as de } from './de/review.ts';
import { review as en } from './en/review.ts';
import { screenWords } from './screen-words.ts';

export const useReviewWords = screenWords({ en, de });
