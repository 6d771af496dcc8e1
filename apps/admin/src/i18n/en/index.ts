import { account } from './account.ts';
import { audit } from './audit.ts';
import { changes } from './changes.ts';
import { check } from './check.ts';
import { common } from './common.ts';
import { editor } from './editor.ts';
import { entries } from './entries.ts';
import { fields } from './fields.ts';
import { firstSteps } from './first-steps.ts';
import { gate } from './gate.ts';
import { library } from './library.ts';
import { list } from './list.ts';
import { markdown } from './markdown.ts';
import { media } from './media.ts';
import { richtext } from './richtext.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';

/** The English catalog, a file for each module. */
export const en = {
  account,
  audit,
  changes,
  check,
  common,
  editor,
  entries,
  fields,
  firstSteps,
  gate,
  library,
  list,
  markdown,
  media,
  richtext,
  settings,
  shell,
};
