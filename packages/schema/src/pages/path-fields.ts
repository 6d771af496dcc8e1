import type { CollectionDocument, SchemaDocument, Values } from '../document.ts';
import { ownValue } from '../own-value.ts';
import { allPreviewCases, type TemplateField, templateFields } from '../preview/preview-path.ts';
import { PARENT } from './page-path.ts';

/** The fields of entries on which the paths of other entries depend. */
export interface PathFields {
  /** Collection → the fields of its entries that paths of others name. */
  readonly named: ReadonlyMap<string, readonly string[]>;
  /** Collection → the fields by which the path of an entry depends on entries of its own collection that follow each other. */
  readonly chains: ReadonlyMap<string, readonly string[]>;
}

/** The fields of a schema on which paths of other entries depend. */
export function pathFields({ collections }: SchemaDocument): PathFields {
  const named = new Map<string, Set<string>>();
  const chains = new Map<string, readonly string[]>();
  const add = (key: string, field: string): void => {
    named.set(key, (named.get(key) ?? new Set()).add(field));
  };
  for (const collection of collections) {
    const followed = fieldsInPath(collection).filter(({ of }) => of !== null);
    for (const { field, of, isChain } of followed) {
      const shape = collection.fields.find(({ key }) => key === field);
      const targets = shape?.type === 'reference' ? shape.collections : [];
      for (const target of targets) for (const one of isChain ? [of, field] : [of]) if (one) add(target, one);
    }
    if (collection.tree) add(collection.key, PARENT);
    const own = followed.filter(({ isChain }) => isChain).map(({ field }) => field);
    chains.set(collection.key, [...new Set([...own, ...(collection.tree ? [PARENT] : [])])]);
  }
  return { named: new Map([...named].map(([key, fields]) => [key, [...fields]])), chains };
}

/** A text that is the same as long as no path of another entry that names this one can change. */
export function pathFacts(fields: PathFields, collection: string, values: Values | null): string {
  const facts = (fields.named.get(collection) ?? []).map((field) => ownValue(values ?? {}, field) ?? null);
  return facts.length === 0 ? '' : JSON.stringify([values !== null, ...facts]);
}

/** The field of an entry that makes its path its own: the last one that its path names. */
export function ownPathField(collection: CollectionDocument): string {
  const own = fieldsInPath(collection).filter(({ of }) => of === null);
  return own.at(-1)?.field ?? PARENT;
}

function fieldsInPath({ path }: CollectionDocument): readonly TemplateField[] {
  return allPreviewCases(path === undefined ? {} : { path }).flatMap(([, one]) => templateFields(one.path));
}
