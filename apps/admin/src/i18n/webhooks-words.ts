import { webhooks as de } from './de/webhooks.ts';
import { webhooks as en } from './en/webhooks.ts';
import { screenWords } from './screen-words.ts';

export const useWebhooksWords = screenWords({ en, de });
