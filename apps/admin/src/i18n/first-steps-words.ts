import { firstSteps as de } from './de/first-steps.ts';
import { firstSteps as en } from './en/first-steps.ts';
import { screenWords } from './screen-words.ts';

export const useFirstStepsWords = screenWords({ en, de });
