import type { Messages } from '../catalog.ts';
import { common } from './common.ts';

/** Der deutsche Katalog, eine Datei je Raum. */
export const de: Messages = { common };
