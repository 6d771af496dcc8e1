import type { AssetMention, Publishing, ReferenceMention, Resolver } from './content.ts';
import type { CollectionDocument, FieldDocument, FieldShape, Json, Values } from './document.ts';
import { fieldDefinition } from './field-types/definitions.ts';
import { isSeoField, withWholeSeo } from './field-types/seo.ts';
import type { Path } from './issues.ts';
import { mapNested, partsOf } from './nested.ts';
import { ownValue } from './own-value.ts';
import type { MarkTexts } from './preview/mark-texts.ts';
import { withoutMarks } from './preview/marks.ts';
import { shownFields } from './show-if.ts';

/** Published values name under this key the pictures that their Markdown shows, each as a field holds it. No field has such a key. */
export const TEXT_PICTURES = '_pictures';

/** Calls a function for each value that holds something itself, neither an object of fields nor a list. */
function eachLeaf(
  fields: readonly FieldDocument[],
  values: Values,
  visit: (shape: FieldShape, value: Json, path: Path) => void,
  path: Path = [],
): void {
  for (const field of fields) {
    const value = ownValue(values, field.key);
    if (value !== undefined && value !== null) leavesOf(field, value, visit, [...path, field.key]);
  }
}

function leavesOf(
  shape: FieldShape,
  value: Json,
  visit: (shape: FieldShape, value: Json, path: Path) => void,
  path: Path,
): void {
  if (value === null) return;
  const parts = partsOf(shape, value);
  if (!parts) visit(shape, value, path);
  for (const part of parts ?? []) {
    const at = [...path, ...part.path];
    if ('fields' in part) eachLeaf(part.fields, part.values, visit, at);
    else leavesOf(part.shape, part.value, visit, at);
  }
}

/** The entries that values refer to. Values must have their fields' types. */
export function referencesIn(collection: CollectionDocument, values: Values): ReferenceMention[] {
  const found: ReferenceMention[] = [];
  eachLeaf(collection.fields, values, (shape, value, path) => {
    for (const one of fieldDefinition(shape.type).references?.(shape, value) ?? []) {
      found.push({ ...one, path: [...path, ...one.path] });
    }
  });
  return found;
}

/**
 * The assets that values refer to, those among them that stand as `asset:ID` in Markdown and in links. Values must have
 * their fields' types.
 */
export function assetsIn(collection: CollectionDocument, values: Values): AssetMention[] {
  const found: AssetMention[] = [];
  eachLeaf(collection.fields, values, (shape, value, path) => {
    for (const one of fieldDefinition(shape.type).assets?.(shape, value) ?? []) {
      found.push({ ...one, path: [...path, ...one.path] });
    }
  });
  return found;
}

/** All text in values, for search: rich text as plain text, everything else unchanged. */
export function textsIn(collection: CollectionDocument, values: Values): string[] {
  const found: string[] = [];
  eachLeaf(collection.fields, values, (shape, value) => {
    const { texts } = fieldDefinition(shape.type);
    if (texts) found.push(...texts(value));
    else if (typeof value === 'string') found.push(value);
  });
  return found;
}

/**
 * Values as they're published: references as `{id, collection}`, assets in full, in Markdown and links their addresses,
 * fields in the schema's order. Values that refer to something that isn't there are left out, and so are hidden fields. Pictures
 * that Markdown shows stand in full under `_pictures`, each once.
 *
 * @param mark puts marks into texts, for previews
 */
export function renderValues(
  collection: CollectionDocument,
  values: Values,
  resolver: Resolver,
  mark?: MarkTexts,
): Values {
  const inMarkdown = new Set<string>();
  const publishing: Publishing = {
    ...resolver,
    markdownText(id) {
      inMarkdown.add(id);
      return resolver.assetText(id);
    },
    fields(fields, own, path) {
      const published: Record<string, Json> = {};
      for (const field of shownFields(fields, own)) {
        const value = ownValue(own, field.key);
        if (value === undefined || value === null) continue;
        const shown = publishing.value(field, value, path + field.key);
        if (shown !== null) published[field.key] = shown;
      }
      return published;
    },
    value(shape, value, path) {
      const { publish } = fieldDefinition(shape.type);
      const shown = publish ? publish(shape, value, publishing, path) : value;
      return mark && shown !== null ? mark(shape, shown, path) : shown;
    },
  };
  const rendered = publishing.fields(collection.fields, values, '');
  const published = collection.fields.some(isSeoField)
    ? wholeSeo(collection, values, rendered, mark !== undefined)
    : rendered;
  const pictures = [...inMarkdown].map((id) => resolver.textPicture(id)).filter((picture) => picture !== null);
  return pictures.length === 0 ? published : { ...published, [TEXT_PICTURES]: pictures };
}

/** Texts for search engines are never clicked, and are cut by their length: they have no marks. */
function wholeSeo(collection: CollectionDocument, values: Values, rendered: Values, isMarked: boolean): Values {
  const shown = new Set(
    shownFields(collection.fields, values)
      .filter(isSeoField)
      .map(({ key }) => key),
  );
  const whole = withWholeSeo(collection, (key) => shown.has(key), isMarked ? withoutMarks(rendered) : rendered);
  return { ...rendered, ...Object.fromEntries([...shown].map((key) => [key, whole[key] ?? {}])) };
}

/**
 * Values as they're stored, at any depth: without the fields that are null, which says the same as leaving them out, and with
 * slugs in NFC, since addresses are compared byte by byte.
 */
export function asStored(fields: readonly FieldDocument[], values: Values): Values {
  const known = new Map(fields.map((field) => [field.key, field]));
  const kept = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(
    kept.map(([key, value]) => {
      const field = known.get(key);
      return [key, field ? (mapNested(field, value, asStored, storedLeaf) ?? null) : value];
    }),
  );
}

function storedLeaf({ type }: FieldShape, value: Json): Json {
  return fieldDefinition(type).stored?.(value) ?? value;
}

/** Values with the defaults of the fields that aren't named; a field that is null is meant to stay empty. */
export function withDefaults(collection: CollectionDocument, values: Values): Values {
  const missing = collection.fields.filter((field) => field.default !== undefined && !Object.hasOwn(values, field.key));
  return { ...values, ...Object.fromEntries(missing.map((field) => [field.key, field.default ?? null])) };
}
