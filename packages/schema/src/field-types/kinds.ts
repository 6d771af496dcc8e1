import { assetKind } from './asset.ts';
import { assetsKind } from './assets.ts';
import { blocksKind } from './blocks.ts';
import { booleanKind } from './boolean.ts';
import { codeKind } from './code.ts';
import { colorKind } from './color.ts';
import { dateKind } from './date.ts';
import { datetimeKind } from './datetime.ts';
import { emailKind } from './email.ts';
import type { FieldKind } from './field-kind.ts';
import { integerKind } from './integer.ts';
import { jsonKind } from './json.ts';
import { listKind } from './list.ts';
import { markdownKind } from './markdown.ts';
import { multiselectKind } from './multiselect.ts';
import { numberKind } from './number.ts';
import { objectKind } from './object.ts';
import { referenceKind } from './reference.ts';
import { referencesKind } from './references.ts';
import { richtextKind } from './richtext.ts';
import { selectKind } from './select.ts';
import { slugKind } from './slug.ts';
import { textKind } from './text.ts';
import { textareaKind } from './textarea.ts';
import { urlKind } from './url.ts';

/** All types of fields, by their names, in the order in which messages and documentation name them. */
const KINDS = {
  text: textKind,
  textarea: textareaKind,
  markdown: markdownKind,
  richtext: richtextKind,
  slug: slugKind,
  number: numberKind,
  integer: integerKind,
  boolean: booleanKind,
  date: dateKind,
  datetime: datetimeKind,
  select: selectKind,
  multiselect: multiselectKind,
  email: emailKind,
  url: urlKind,
  color: colorKind,
  code: codeKind,
  json: jsonKind,
  asset: assetKind,
  assets: assetsKind,
  reference: referenceKind,
  references: referencesKind,
  object: objectKind,
  list: listKind,
  blocks: blocksKind,
};

type ShapeIn<Kind> = Kind extends { readonly '~shape'?: infer Shape } ? NonNullable<Shape> : never;

/** A field's type with the constraints that the type knows. */
export type FieldShape = { [Type in keyof typeof KINDS]: ShapeIn<(typeof KINDS)[Type]> }[keyof typeof KINDS];

export type FieldType = FieldShape['type'];

/** The kind of a type of field. */
export function fieldKind(type: FieldType): FieldKind {
  return KINDS[type] as FieldKind;
}

/** Names of all types of fields. */
export const FIELD_TYPES = /* @__PURE__ */ Object.keys(KINDS) as readonly FieldType[];
