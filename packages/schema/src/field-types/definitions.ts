import { assetDefinition } from './asset.define.ts';
import { assetsDefinition } from './assets.define.ts';
import { blocksDefinition } from './blocks.define.ts';
import { booleanDefinition } from './boolean.define.ts';
import { codeDefinition } from './code.define.ts';
import { colorDefinition } from './color.define.ts';
import { dateDefinition } from './date.define.ts';
import { datetimeDefinition } from './datetime.define.ts';
import { emailDefinition } from './email.define.ts';
import type { FieldDefinition } from './field-definition.ts';
import { integerDefinition } from './integer.define.ts';
import { jsonDefinition } from './json.define.ts';
import { FIELD_TYPES, type FieldType } from './kinds.ts';
import { listDefinition } from './list.define.ts';
import { markdownDefinition } from './markdown.define.ts';
import { multiselectDefinition } from './multiselect.define.ts';
import { numberDefinition } from './number.define.ts';
import { objectDefinition } from './object.define.ts';
import { referenceDefinition } from './reference.define.ts';
import { referencesDefinition } from './references.define.ts';
import { richtextDefinition } from './richtext.define.ts';
import { selectDefinition } from './select.define.ts';
import { slugDefinition } from './slug.define.ts';
import { textDefinition } from './text.define.ts';
import { textareaDefinition } from './textarea.define.ts';
import { timeDefinition } from './time.define.ts';
import { urlDefinition } from './url.define.ts';
import { videoDefinition } from './video.define.ts';

/** How fields of each type are declared. */
const DEFINITIONS: { readonly [Type in FieldType]: unknown } = {
  text: textDefinition,
  textarea: textareaDefinition,
  markdown: markdownDefinition,
  richtext: richtextDefinition,
  slug: slugDefinition,
  number: numberDefinition,
  integer: integerDefinition,
  boolean: booleanDefinition,
  date: dateDefinition,
  datetime: datetimeDefinition,
  time: timeDefinition,
  select: selectDefinition,
  multiselect: multiselectDefinition,
  email: emailDefinition,
  url: urlDefinition,
  color: colorDefinition,
  code: codeDefinition,
  video: videoDefinition,
  json: jsonDefinition,
  asset: assetDefinition,
  assets: assetsDefinition,
  reference: referenceDefinition,
  references: referencesDefinition,
  object: objectDefinition,
  list: listDefinition,
  blocks: blocksDefinition,
};

/** The definition of a type of field. */
export function fieldDefinition(type: FieldType): FieldDefinition {
  return DEFINITIONS[type] as FieldDefinition;
}

/** Names of the functions that declare fields. */
export const FIELD_BUILDERS: readonly string[] = FIELD_TYPES.flatMap(
  (type) => fieldDefinition(type).builders ?? [type],
);
