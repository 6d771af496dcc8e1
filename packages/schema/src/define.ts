import { checkFields, checkNames, wrongCall } from './check-arguments.ts';
import {
  type CollectionOrder,
  type PreviewTemplate,
  SCHEMA_FORMAT,
  type SchemaDocument,
  type Translations,
  type WorkflowOption,
} from './document.ts';
import { partForms } from './document-schema.ts';
import { reference } from './field-types/reference.define.ts';
import { type DraftOf, type Field, type Fields, fieldDocuments, type PublishedOf } from './fields.ts';
import type { CollectionIcon } from './icons.ts';
import type { Issue } from './issues.ts';
import { kindOf } from './keys.ts';
import { isRecord } from './own-value.ts';
import { PARENT } from './pages/page-path.ts';
import { parseSchema } from './parse.ts';
import { placeName } from './place-name.ts';
import type { PublishedReference } from './published.ts';

/** The options of a collection. */
export interface CollectionOptions<Key extends string, F extends Fields, Tree extends boolean = boolean> {
  readonly key: Key;
  readonly label?: string;
  readonly help?: string;
  /** The picture beside its name in the sidebar. */
  readonly icon?: CollectionIcon;
  /** The heading under which the sidebar lists it. */
  readonly group?: string;
  /** Label, help and group in other languages of the admin: `{ de: { label: 'Beiträge' } }`. */
  readonly translations?: Translations;
  /** Whether the collection holds a single entry. */
  readonly singleton?: boolean;
  /** By hand, by a field (ascending by default), or by the entries' ids. */
  readonly order?: 'manual' | { readonly field: keyof F & string; readonly direction?: 'asc' | 'desc' } | null;
  /** The field that names an entry in lists. */
  readonly title?: keyof F & string;
  /**
   * Where an entry's page is on the website: `'/blog/{slug}'`, or `{ en: '/blog/{slug}', de: '/de/blog/{slug}' }`. Published entries
   * have it as their path, and no two have the same one in a language.
   */
  readonly path?: PreviewTemplate;
  /**
   * Whether its entries are pages in a tree, with a field `parent` for the page above. Their path is made of the slugs of all pages
   * above and their own, unless `path` says something else.
   */
  readonly tree?: Tree;
  /** The address of an entry's page for previews, where it isn't `path`. */
  readonly preview?: PreviewTemplate;
  /** The states of its entries, the last of which can be published: `['draft', 'review', 'approved']`. */
  readonly workflow?: WorkflowOption;
  readonly fields: F;
  /** Key that the collection had before: its entries move along. May stay after the push, where it does nothing. */
  readonly renamed_from?: string;
}

/** The fields of pages in a tree, with the page above. */
type InTree<Key extends string, F extends Fields> = F &
  (typeof PARENT extends keyof F
    ? unknown
    : { readonly [PARENT]: Field<string, PublishedReference<Key>, false, false> });

/** Options whose names in code differ from those in the schema document. */
const IN_CODE: Readonly<Record<string, string>> = { title_field: 'title' };

const COLLECTION_OPTIONS = Object.keys(partForms.collection.shape).map((name) => IN_CODE[name] ?? name);

/** A collection as it's declared in code. */
export interface Collection<Key extends string = string, F extends Fields = Fields> {
  readonly key: Key;
  readonly fields: F;
  /** The collection in the form of the schema document, before it's checked. */
  readonly document: unknown;
}

/** A content schema as it's declared in code. */
export interface Config<Collections extends readonly Collection[] = readonly Collection[]> {
  readonly collections: Collections;
  /** The schema document: what's pushed. */
  readonly schema: SchemaDocument;
}

/** A schema is invalid. */
export class SchemaError extends Error {
  readonly issues: readonly Issue[];

  /** @param document the input: messages name places by its keys, and options as code has them */
  constructor(issues: readonly Issue[], document: unknown) {
    super(['The schema is not valid:', ...issueLines(issues, document, IN_CODE)].join('\n'));
    this.name = 'SchemaError';
    this.issues = issues;
  }
}

/**
 * The issues of a schema document, a line each, with places named by keys.
 *
 * @param called step of a path → its name in the lines
 */
export function issueLines(
  issues: readonly Issue[],
  document: unknown,
  called: Readonly<Record<string, string>> = {},
): string[] {
  return issues.map(({ path, message }) => {
    const steps = path.map((step) => (Object.hasOwn(called, step) ? (called[step] ?? step) : step));
    const place = placeName(document, steps);
    return place === '' ? `  ${message}` : `  ${place}: ${message}`;
  });
}

/** Declares a collection. @throws TypeError for what isn't called with fields */
export function collection<const Key extends string, const F extends Fields, const Tree extends boolean = false>(
  options: CollectionOptions<Key, F, Tree>,
): Collection<Key, Tree extends true ? InTree<Key, F> : F>;
export function collection<Key extends string, F extends Fields>(options: CollectionOptions<Key, F>): Collection<Key> {
  if (!isRecord(options)) wrongCall('collection', options, "collection({ key: 'posts', fields: { title: text() } })");
  const { title, order, fields: given, ...rest } = options;
  const owner = `collection "${String(rest.key)}"`;
  checkNames(owner, options, COLLECTION_OPTIONS, IN_CODE);
  checkFields(owner, given);
  const isLacking = rest.tree && !Object.hasOwn(given, PARENT);
  const fields: Fields = isLacking ? { ...given, [PARENT]: reference(rest.key) } : given;
  const document = {
    ...rest,
    order: orderOf(order),
    title_field: title ?? null,
    fields: fieldDocuments(fields),
  };
  return { key: rest.key, fields, document };
}

/** Declares a content schema. @throws SchemaError that names everything that's wrong */
export function defineConfig<const Collections extends readonly Collection[]>(config: {
  readonly collections: Collections;
}): Config<Collections> {
  const collections: unknown = isRecord(config) ? config.collections : undefined;
  const wanted = 'defineConfig({ collections: [posts, authors] })';
  if (!isRecord(config)) wrongCall('defineConfig', config, wanted);
  checkNames('defineConfig()', config, ['collections']);
  if (!Array.isArray(collections)) {
    throw new TypeError(
      `defineConfig() needs the list of its collections. Write ${wanted}. Found ${kindOf(collections)}.`,
    );
  }
  const strange = collections.findIndex((one) => !isRecord(one) || !isRecord(one.document));
  if (strange >= 0) {
    throw new TypeError(
      `Item ${strange + 1} of the collections isn't a collection but ${kindOf(collections[strange])}. Write collection({ key: 'posts', fields: { title: text() } }).`,
    );
  }
  const document = { format: SCHEMA_FORMAT, collections: config.collections.map((one) => one.document) };
  const { schema, issues } = parseSchema(document);
  if (!schema) throw new SchemaError(issues, document);
  return { collections: config.collections, schema };
}

function orderOf(order: CollectionOptions<string, Fields>['order']): CollectionOrder {
  if (order === undefined || order === null || order === 'manual') return order ?? null;
  return { field: order.field, direction: order.direction ?? 'asc' };
}

/** Published values of a collection, as a website reads them: `Published<typeof posts>`. */
export type Published<C extends Collection> = PublishedOf<C['fields']>;

/** Draft values of a collection, as they're written. */
export type Draft<C extends Collection> = DraftOf<C['fields']>;

/** Collection key → published values, of a whole config: `PublishedCollections<typeof config>`. */
export type PublishedCollections<C extends Config> = {
  [Member in C['collections'][number] as Member['key']]: Published<Member>;
};
