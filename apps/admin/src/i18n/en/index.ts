import { common } from './common.ts';
import { markdown } from './markdown.ts';
import { media } from './media.ts';
import { richtext } from './richtext.ts';

/** The English catalog, a file for each room. */
export const en = { common, markdown, media, richtext };
