import { settings as de } from './de/settings.ts';
import { settings as en } from './en/settings.ts';
import { screenWords } from './screen-words.ts';

export const useSettingsWords = screenWords({ en, de });
