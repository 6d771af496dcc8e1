import type { Messages } from '../catalog.ts';
import { common } from './common.ts';
import { markdown } from './markdown.ts';
import { media } from './media.ts';
import { richtext } from './richtext.ts';

/** Der deutsche Katalog, eine Datei je Raum. */
export const de: Messages = { common, markdown, media, richtext };
