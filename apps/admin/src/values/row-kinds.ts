import {
  assetIdOf,
  assetValuesIn,
  type BlockType,
  type FieldDocument,
  type FieldShape,
  fieldKind,
  type Json,
} from '@stele/schema';

/** A kind of item that a list takes. */
export interface RowKind extends Pick<BlockType, 'help' | 'icon' | 'picture'> {
  /** Type of a block; null for a list, which has one kind. */
  readonly type: string | null;
  readonly label: string;
  /** Fields of the item; null when it's a single value. */
  readonly fields: readonly FieldDocument[] | null;
}

type RowsField = FieldDocument & { readonly type: 'list' | 'blocks' };

/** The kinds of items that a list or blocks take. */
export function rowKinds(field: RowsField): readonly RowKind[] {
  if (field.type === 'blocks') return field.types.map(({ key, ...kind }) => ({ type: key, ...kind }));
  return [{ type: null, label: '', fields: field.of.type === 'object' ? field.of.fields : null }];
}

/** The kind of an item; null when it's of none that the schema knows. */
export function kindOf(kinds: readonly RowKind[], item: Json | undefined): RowKind | null {
  if (kinds.length === 1 && kinds[0]?.type === null) return kinds[0];
  const type = item && typeof item === 'object' && !Array.isArray(item) ? (item as { _type?: Json })._type : null;
  return kinds.find((kind) => kind.type === type) ?? null;
}

/** A new item of a kind: with the defaults of its fields. */
export function newItem(kind: RowKind): Json {
  if (kind.fields === null) return null;
  const defaults = Object.fromEntries(
    kind.fields.flatMap((field) => (field.default === undefined ? [] : [[field.key, field.default]])),
  );
  return kind.type === null ? defaults : { _type: kind.type, _key: newBlockKey(), ...defaults };
}

/** A copy of an item: blocks in it, and itself, have keys of their own. */
export function copyOf(item: Json): Json {
  if (Array.isArray(item)) return item.map(copyOf);
  if (item === null || typeof item !== 'object') return item;
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => [key, key === '_key' ? newBlockKey() : copyOf(value as Json)]),
  );
}

/** Whether a list takes an item that was copied somewhere else: its kind is there, with each field that it has. */
export function takes(kinds: readonly RowKind[], shape: FieldShape | null, item: Json): boolean {
  const kind = kindOf(kinds, item);
  if (!kind) return false;
  if (kind.fields === null) return shape !== null && isOfShape(shape, item);
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return false;
  const known = new Set(['_type', '_key', ...kind.fields.map(({ key }) => key)]);
  return Object.keys(item).every((key) => known.has(key)) && (kind.type !== null || !Object.hasOwn(item, '_type'));
}

function isOfShape({ type }: FieldShape, item: Json): boolean {
  if (item === null) return true;
  const { holds, isMany, prose } = fieldKind(type);
  if (isMany) return false;
  if (holds === 'number' || holds === 'boolean') return typeof item === holds;
  if (holds === 'asset')
    return !Array.isArray(item) && assetValuesIn(item).some((use) => assetIdOf(use).startsWith('ast_'));
  if (holds === 'entry') return typeof item === 'string' && item.startsWith('ent_');
  return holds === 'text' && prose !== undefined && typeof item === 'string';
}

/** A key that no other block has. */
function newBlockKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36).padStart(2, '0')).join('');
}
