import type { ProjectClient } from '@stele/client';
import type { SchemaDocument } from '@stele/schema';
import { activeSchema } from '../api.ts';

/**
 * A schema together with the collections of the active one that it doesn't name, so that a config can be part of a project's
 * schema. The named collections keep their places.
 */
export async function withOtherCollections(api: ProjectClient, schema: SchemaDocument): Promise<SchemaDocument> {
  const active = (await activeSchema(api))?.schema.collections ?? [];
  const named = new Map(schema.collections.map((collection) => [collection.key, collection]));
  const replaced = new Set(schema.collections.flatMap(({ renamed_from: from }) => from ?? []));
  const kept = active.flatMap((collection) =>
    replaced.has(collection.key) && !named.has(collection.key) ? [] : [named.get(collection.key) ?? collection],
  );
  const known = new Set(kept.map(({ key }) => key));
  return { ...schema, collections: [...kept, ...schema.collections.filter(({ key }) => !known.has(key))] };
}
