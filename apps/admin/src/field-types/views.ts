import type { FieldType } from '@stele/schema';
import { assetsView, assetView } from './assets.tsx';
import { booleanView, multiselectView, selectView } from './choices.ts';
import { codeView } from './code.tsx';
import { colorView } from './color.tsx';
import { referencesView, referenceView } from './entries.tsx';
import type { FieldView } from './field-view.ts';
import { numberView } from './numbers.ts';
import { addressView, slugView, textareaView, textView } from './texts.ts';
import { datetimeView, dateView } from './times.ts';
import { videoView } from './video.ts';

/** Types whose values are shown in the entry's form and in changes only. */
const NOWHERE_ELSE: FieldView = {};

const VIEWS: { readonly [Type in FieldType]: unknown } = {
  text: textView,
  textarea: textareaView,
  markdown: NOWHERE_ELSE,
  richtext: NOWHERE_ELSE,
  slug: slugView,
  number: numberView,
  integer: numberView,
  boolean: booleanView,
  date: dateView,
  datetime: datetimeView,
  time: textView,
  select: selectView,
  multiselect: multiselectView,
  email: addressView,
  url: addressView,
  color: colorView,
  code: codeView,
  video: videoView,
  json: NOWHERE_ELSE,
  asset: assetView,
  assets: assetsView,
  reference: referenceView,
  references: referencesView,
  object: NOWHERE_ELSE,
  list: NOWHERE_ELSE,
  blocks: NOWHERE_ELSE,
};

/** How values of a type are shown. */
export function viewOf(type: FieldType): FieldView {
  return VIEWS[type] as FieldView;
}
