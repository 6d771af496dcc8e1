import { common } from './common.ts';

/** The English catalog, a file for each room. */
export const en = { common };
