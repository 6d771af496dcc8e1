import { audit as de } from './de/audit.ts';
import { audit as en } from './en/audit.ts';
import { screenWords } from './screen-words.ts';

export const useAuditWords = screenWords({ en, de });
export type AuditWords = ReturnType<typeof useAuditWords>;
