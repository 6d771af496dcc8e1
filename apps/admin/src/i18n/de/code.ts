import type { code as en } from '../en/code.ts';

export const code: typeof en = {
  language: 'Sprache',
  code: 'Code',
  plain: 'Reiner Text',
};
