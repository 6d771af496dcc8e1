import { machine as de } from './de/machine.ts';
import { machine as en } from './en/machine.ts';
import { screenWords } from './screen-words.ts';

export const useMachineWords = screenWords({ en, de });
