import { site as de } from './de/site.ts';
import { site as en } from './en/site.ts';
import { screenWords } from './screen-words.ts';

export const useSiteWords = screenWords({ en, de });
export type SiteWords = ReturnType<typeof useSiteWords>;
