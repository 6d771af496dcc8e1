import type { CollectionDocument, FieldShape, Json } from '../document.ts';

/** A place in a schema: collection, field, and on into objects, blocks (by kind) and lists (`[]`). */
export type SchemaPath = readonly string[];

/** Something that got another key. Paths of fields begin with the collection's new key. */
export type Rename =
  | { readonly kind: 'collection'; readonly from: string; readonly to: string }
  | { readonly kind: 'field'; readonly path: SchemaPath; readonly from: string };

/** An instruction for values that a change affects. Paths are those of the new schema. */
export type Migration =
  /** Fills the field where it's empty. */
  | { readonly kind: 'set_default'; readonly path: SchemaPath; readonly value: Json }
  /** Replaces options that are gone; null clears the value. */
  | {
      readonly kind: 'map_options';
      readonly path: SchemaPath;
      readonly options: Readonly<Record<string, string | null>>;
    }
  /** Converts values to the field's new type, and drops those that can't be. */
  | { readonly kind: 'convert'; readonly path: SchemaPath }
  /** Drops all values of a field whose type changes. */
  | { readonly kind: 'drop'; readonly path: SchemaPath };

/** The kind of a change, independent of the data. */
export type ChangeKind =
  | 'collection.added'
  | 'collection.removed'
  | 'collection.renamed'
  | 'collection.described'
  | 'collection.moved'
  | 'collection.reordered'
  | 'collection.retitled'
  | 'collection.singleton'
  | 'field.added'
  | 'field.removed'
  | 'field.renamed'
  | 'field.described'
  | 'field.default'
  | 'field.moved'
  | 'field.type_changed'
  | 'field.localized'
  | 'field.shared'
  | 'field.required'
  | 'field.unique'
  | 'field.loosened'
  | 'field.constrained'
  | 'field.shown'
  | 'field.options_removed'
  | 'block.added'
  | 'block.removed'
  | 'block.described'
  | 'block.moved'
  | 'default.set';

/** One difference between two schemas. */
export interface Change {
  /** Kind and path in one: the same for the same change. */
  readonly id: string;
  readonly kind: ChangeKind;
  readonly path: SchemaPath;
  /** The change in words, for people. */
  readonly message: string;
  /** A migration that would make entries fit, when there's an obvious one. */
  readonly suggestion: Migration | null;
}

/**
 * How a change bears on existing entries: `safe` ones lose nothing and keep all entries as valid as they were;
 * `destructive` ones lose values or entries.
 */
export type ChangeClass = 'safe' | 'needs_migration' | 'destructive';

/** A converted value, and whether it can be converted back. */
export interface Converted {
  readonly value: Json;
  readonly lossless: boolean;
}

/** The plan for a field's value. */
export type ShapePlan =
  | { readonly kind: 'keep' }
  | { readonly kind: 'drop'; readonly change: string }
  | { readonly kind: 'convert'; readonly change: string; readonly from: FieldShape; readonly to: FieldShape }
  | {
      readonly kind: 'options';
      readonly change: string;
      readonly many: boolean;
      readonly allowed: ReadonlySet<string>;
      readonly mapped: Readonly<Record<string, string | null>>;
    }
  | { readonly kind: 'object'; readonly fields: FieldsPlan }
  | { readonly kind: 'list'; readonly of: ShapePlan }
  | {
      readonly kind: 'blocks';
      /** Block kind → what's done with its fields; a change's id for kinds that are gone. */
      readonly types: ReadonlyMap<string, FieldsPlan | string>;
    };

/** The plan for the values of some fields. */
export interface FieldsPlan {
  readonly fields: readonly FieldPlan[];
  /** Keys that are gone → the change that removes them. */
  readonly removed: ReadonlyMap<string, string>;
  /** Whether values come out as they went in. */
  readonly identity: boolean;
}

export interface FieldPlan {
  readonly key: string;
  /** Key of the values before. */
  readonly from: string;
  readonly renamed: string | null;
  readonly plan: ShapePlan;
  readonly shape: FieldShape;
  /** Value for where there's none, and the change that sets it. */
  readonly fill: { readonly value: Json; readonly change: string } | null;
  /** The change that merges the values of all locales into one. */
  readonly share: string | null;
}

/** The plan for a collection's entries. */
export interface CollectionPlan {
  /** Null for one that is added. */
  readonly before: CollectionDocument | null;
  /** Null for one that is removed. */
  readonly after: CollectionDocument | null;
  readonly fields: FieldsPlan;
  /** The change that removes the collection. */
  readonly removal: string | null;
  /** Changes after which values may be unpublishable: they affect rules that only publishing checks. */
  readonly rules: readonly Change[];
}

/** All that differs between two schemas. */
export interface SchemaDiff {
  readonly changes: readonly Change[];
  readonly collections: readonly CollectionPlan[];
  /** Possible renames among items that were removed and added. */
  readonly candidates: readonly Rename[];
}
