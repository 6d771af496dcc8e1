import type { FieldDocument, FieldShape, Values as FieldValues, Json } from '../document.ts';
import { fieldKind } from '../field-types/kinds.ts';
import type { Path } from '../issues.ts';
import { isSameJson } from '../merge/same-json.ts';
import { isObject, ownValue } from '../own-value.ts';
import { shownFields } from '../show-if.ts';
import { type InlineCodes, lineOf, mergeAdjacentTexts, partsOf, type TextPart } from './inline.ts';

/** A text to translate: that of a field, or a line or description in rich text. */
export interface Unit {
  /** Where it is, by the keys of rows where they have some: the same in all languages. */
  readonly id: string;
  readonly path: Path;
  /** Labels of the fields that it's in, from the outermost. */
  readonly labels: readonly string[];
  /** The id of the value that it's a part of; its own for a field's whole text. */
  readonly root: string;
  readonly parts: readonly TextPart[];
  readonly codes: InlineCodes;
  readonly isMarkdown?: boolean;
}

/** Gives the translation of a unit; null to keep its text. */
type Translate = (unit: Unit) => readonly TextPart[] | null;

interface UnitLocation {
  readonly id: string;
  readonly path: Path;
  readonly labels: readonly string[];
}

const NO_CODES: InlineCodes = new Map();

/** The texts of a field's value. */
export function textUnits(field: FieldDocument, value: Json): Unit[] {
  const units: Unit[] = [];
  translateField(field, value, undefined, (unit) => {
    units.push(unit);
    return null;
  });
  return units;
}

/**
 * A field's value with its texts translated. It has the rows, blocks and lines of the source. Other values are as the translation
 * has them so far, or else as in the source.
 */
export function translateField(
  field: FieldDocument,
  source: Json,
  target: Json | undefined,
  translate: Translate,
): Json {
  return within(field, source, target, { id: field.key, path: [field.key], labels: [field.label] }, translate);
}

function within(
  shape: FieldShape,
  source: Json,
  target: Json | undefined,
  place: UnitLocation,
  translate: Translate,
): Json {
  const { prose, nesting } = fieldKind(shape.type);
  switch (prose) {
    case 'plain':
      return plain(source, place, place.id, translate);
    case 'markdown':
      return plain(source, place, place.id, (unit) => translate({ ...unit, isMarkdown: true }));
    case 'richtext':
      return richtext(source, target, place, place.id, translate);
  }
  if (!nesting) return target ?? source;
  if (!Array.isArray(source)) {
    return nesting.map(shape, source, {
      fields: (fields, values) => inFields(fields, values, target, place, translate),
      item: (_of, item) => item,
    });
  }
  return rows(source, target, place, (row, own, at) => {
    const [part] = nesting.parts(shape, [row]);
    if (!part) return row;
    if ('shape' in part) return within(part.shape, row, own, at, translate);
    const labels = part.label === undefined ? at.labels : [...at.labels, part.label];
    const isSameType = isObject(own) && own._type === part.values._type;
    return inFields(part.fields, part.values, isSameType ? own : undefined, { ...at, labels }, translate);
  });
}

function inFields(
  fields: readonly FieldDocument[],
  source: FieldValues,
  target: Json | undefined,
  place: UnitLocation,
  translate: Translate,
): FieldValues {
  const result: Record<string, Json> = { ...source };
  for (const field of shownFields(fields, source)) {
    const value = ownValue(source, field.key);
    if (value === undefined || value === null) continue;
    const own = isObject(target) ? ownValue(target, field.key) : undefined;
    const at = {
      id: `${place.id}.${field.key}`,
      path: [...place.path, field.key],
      labels: [...place.labels, field.label],
    };
    result[field.key] = within(field, value, own, at, translate);
  }
  return result;
}

function rows(
  source: Json,
  target: Json | undefined,
  place: UnitLocation,
  row: (item: Json, own: Json | undefined, at: UnitLocation) => Json,
): Json {
  if (!Array.isArray(source)) return source;
  const items = source as readonly Json[];
  const theirs = Array.isArray(target) ? (target as readonly Json[]) : [];
  const keys = items.map(keyOf);
  return items.map((item, index) => {
    const key = keys[index] ?? null;
    const isKeyed = key !== null && keys.indexOf(key) === keys.lastIndexOf(key);
    const inPlace = theirs.length === items.length ? theirs[index] : undefined;
    const own = isKeyed ? theirs.find((one) => keyOf(one) === key) : inPlace;
    const id = `${place.id}.${isKeyed ? `:${key}` : index}`;
    return row(item, own, { id, path: [...place.path, index], labels: place.labels });
  });
}

/** A row's key, if a name in XML can have it. */
function keyOf(item: Json): string | null {
  const key = isObject(item) ? item._key : null;
  return typeof key === 'string' && /^[A-Za-z0-9_-]+$/.test(key) ? key : null;
}

function plain(source: Json, place: UnitLocation, root: string, translate: Translate): Json {
  if (typeof source !== 'string' || source.trim() === '') return source;
  const parts = translate({ ...place, root, parts: [{ text: source }], codes: NO_CODES });
  return parts === null ? source : parts.map((part) => ('text' in part ? part.text : '')).join('');
}

/** Attributes with texts to translate, by their nodes. */
const TEXT_ATTRIBUTES: ReadonlyMap<Json, readonly string[]> = new Map([
  ['image', ['alt', 'caption']],
  ['video', ['title']],
  ['oembed', ['title']],
]);

/** Nodes whose content is a line of text. Code isn't translated. */
const LINES: readonly Json[] = ['paragraph', 'heading'];

function richtext(node: Json, target: Json | undefined, place: UnitLocation, root: string, translate: Translate): Json {
  if (!isObject(node)) return node;
  const at = (...steps: readonly (string | number)[]): UnitLocation => ({
    ...place,
    id: [place.id, ...steps].join('.'),
    path: [...place.path, ...steps],
  });
  const { type, attrs, content } = node;
  const textKeys = TEXT_ATTRIBUTES.get(type ?? null);
  if (textKeys && isObject(attrs)) {
    const own = isObject(target) && isObject(target.attrs) ? target.attrs : attrs;
    const texts = textKeys.flatMap((key): [string, Json][] => {
      const value = ownValue(attrs, key);
      if (typeof value !== 'string' || value.trim() === '') return [];
      return [[key, plain(value, at('attrs', key), root, translate)]];
    });
    return { ...node, attrs: { ...own, ...Object.fromEntries(texts) } };
  }
  if (!Array.isArray(content)) return node;
  const nodes = content as readonly FieldValues[];
  if (!LINES.includes(type ?? null)) {
    const theirs = sameNodes(nodes, isObject(target) ? target.content : undefined);
    return {
      ...node,
      content: nodes.map((child, i) => richtext(child, theirs[i], at('content', i), root, translate)),
    };
  }
  const { parts, codes } = partsOf(nodes);
  if (!parts.some((part) => 'text' in part && part.text.trim() !== '')) return node;
  const given = translate({ ...place, root, parts, codes });
  // A line that stays as it is keeps its nodes, however they are cut.
  if (given === null || isSameJson(mergeAdjacentTexts(given) as Json, parts as Json)) return node;
  const { content: _, ...empty } = node;
  const translated = lineOf(given, codes);
  return translated.length > 0 ? { ...node, content: translated } : empty;
}

/** The nodes of a translation, if they are of the same types as those of the source. */
function sameNodes(source: readonly FieldValues[], target: Json | undefined): readonly Json[] {
  const nodes = Array.isArray(target) ? (target as readonly Json[]) : [];
  const isSame = (node: Json, i: number): boolean => isObject(node) && node.type === source[i]?.type;
  return nodes.length === source.length && nodes.every(isSame) ? nodes : [];
}

/**
 * A translation's text in the places of its source's units: unit → its parts, with the codes of the source. Rich text only
 * counts where it has the same lines, and a text where its codes are those of the source.
 */
export function alignUnits(source: readonly Unit[], target: readonly Unit[]): ReadonlyMap<string, readonly TextPart[]> {
  const linesOf = (units: readonly Unit[]): ReadonlyMap<string, string> => {
    const lines = new Map<string, string>();
    for (const { root, id } of units) lines.set(root, `${lines.get(root) ?? ''} ${id}`);
    return lines;
  };
  const [ours, theirs] = [linesOf(source), linesOf(target)];
  const known = new Map(target.map((unit) => [unit.id, unit]));
  const aligned = new Map<string, readonly TextPart[]>();
  for (const { id, root, codes } of source) {
    const unit = known.get(id);
    const parts = unit && ours.get(root) === theirs.get(root) ? withCodesOf(codes, unit) : null;
    if (parts) aligned.set(id, parts);
  }
  return aligned;
}

/** Parts with the codes of the source that stand for the same; null when it lacks one. */
function withCodesOf(codes: InlineCodes, unit: Unit): readonly TextPart[] | null {
  const left = new Map(codes);
  const names = new Map<string, string>();
  for (const [id, code] of unit.codes) {
    const same = [...left].find(([, one]) => isSameJson(one as unknown as Json, code as unknown as Json));
    if (!same) return null;
    left.delete(same[0]);
    names.set(id, same[0]);
  }
  const name = (id: string): string => names.get(id) ?? id;
  return unit.parts.map((part) => {
    if ('text' in part) return part;
    if ('open' in part) return { open: name(part.open), code: name(part.code) };
    return 'close' in part ? { close: name(part.close) } : { alone: name(part.alone) };
  });
}
