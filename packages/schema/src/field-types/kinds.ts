import { type AssetShape, assetKind } from './asset.ts';
import { type AssetsShape, assetsKind } from './assets.ts';
import { type BlocksShape, blocksKind } from './blocks.ts';
import { type BooleanShape, booleanKind } from './boolean.ts';
import { type CodeShape, codeKind } from './code.ts';
import { type ColorShape, colorKind } from './color.ts';
import { type DateShape, dateKind } from './date.ts';
import { type DateTimeShape, datetimeKind } from './datetime.ts';
import { type EmailShape, emailKind } from './email.ts';
import type { FieldKind } from './field-kind.ts';
import { type IntegerShape, integerKind } from './integer.ts';
import { type JsonShape, jsonKind } from './json.ts';
import { type ListShape, listKind } from './list.ts';
import { type MarkdownShape, markdownKind } from './markdown.ts';
import { type MultiselectShape, multiselectKind } from './multiselect.ts';
import { type NumberShape, numberKind } from './number.ts';
import { type ObjectShape, objectKind } from './object.ts';
import { type ReferenceShape, referenceKind } from './reference.ts';
import { type ReferencesShape, referencesKind } from './references.ts';
import { type RichtextShape, richtextKind } from './richtext.ts';
import { type SelectShape, selectKind } from './select.ts';
import { type SlugShape, slugKind } from './slug.ts';
import { type TextShape, textKind } from './text.ts';
import { type TextareaShape, textareaKind } from './textarea.ts';
import { type TimeShape, timeKind } from './time.ts';
import { type UrlShape, urlKind } from './url.ts';
import { type VideoShape, videoKind } from './video.ts';

/** The shapes of fields by their types. */
interface FieldShapes {
  readonly text: TextShape;
  readonly textarea: TextareaShape;
  readonly markdown: MarkdownShape;
  readonly richtext: RichtextShape;
  readonly slug: SlugShape;
  readonly number: NumberShape;
  readonly integer: IntegerShape;
  readonly boolean: BooleanShape;
  readonly date: DateShape;
  readonly datetime: DateTimeShape;
  readonly time: TimeShape;
  readonly select: SelectShape;
  readonly multiselect: MultiselectShape;
  readonly email: EmailShape;
  readonly url: UrlShape;
  readonly color: ColorShape;
  readonly code: CodeShape;
  readonly video: VideoShape;
  readonly json: JsonShape;
  readonly asset: AssetShape;
  readonly assets: AssetsShape;
  readonly reference: ReferenceShape;
  readonly references: ReferencesShape;
  readonly object: ObjectShape;
  readonly list: ListShape;
  readonly blocks: BlocksShape;
}

/** A field's type with the constraints that the type knows. */
export type FieldShape = FieldShapes[keyof FieldShapes];

export type FieldType = FieldShape['type'];

/** All types of fields, in the order in which messages and documentation name them. */
const KINDS: { readonly [Type in FieldType]: FieldKind<FieldShapes[Type]> } = {
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
  time: timeKind,
  select: selectKind,
  multiselect: multiselectKind,
  email: emailKind,
  url: urlKind,
  color: colorKind,
  code: codeKind,
  video: videoKind,
  json: jsonKind,
  asset: assetKind,
  assets: assetsKind,
  reference: referenceKind,
  references: referencesKind,
  object: objectKind,
  list: listKind,
  blocks: blocksKind,
};

/** The kind of a type of field. */
export function fieldKind(type: FieldType): FieldKind {
  return KINDS[type] as FieldKind;
}

/** Names of all types of fields. */
export const FIELD_TYPES = /* @__PURE__ */ Object.keys(KINDS) as readonly FieldType[];
