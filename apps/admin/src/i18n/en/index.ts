import { changes } from './changes.ts';
import { check } from './check.ts';
import { common } from './common.ts';
import { editor } from './editor.ts';
import { entries } from './entries.ts';
import { fields } from './fields.ts';
import { library } from './library.ts';
import { list } from './list.ts';
import { markdown } from './markdown.ts';
import { media } from './media.ts';
import { richtext } from './richtext.ts';
import { shell } from './shell.ts';

/** The English catalog, a file for each room. */
export const en = { changes, check, common, editor, entries, fields, library, list, markdown, media, richtext, shell };
