import { type FieldDocument, findCollection, type SchemaDocument } from '@stele/schema';
import { viewOf } from '@/field-types/views.ts';
import { useProject } from '@/project/project-context.tsx';
import { operatorsOf } from './filter-text.ts';

/** How many references the API follows. */
export const MOST_REFERENCES = 3;

/** The schema of what one may read: the API looks at nothing else. */
export function useReadableSchema(): SchemaDocument | null {
  const { schema, project } = useProject();
  const { reads } = project.limits;
  return schema && { ...schema, collections: schema.collections.filter(({ key }) => reads?.includes(key) ?? true) };
}

/** The fields that can be asked about at each step of a way through references, and the one that it takes. */
export interface FilterStep {
  readonly fields: readonly FieldDocument[];
  /** Null when there's none of that key. */
  readonly field: FieldDocument | null;
}

/**
 * The steps of a way, such as `author.country`, from the fields of some collections.
 *
 * @returns one for each key of the way, and another one when its last field refers to entries with fields
 */
export function stepsOf(
  schema: SchemaDocument | null,
  collections: readonly string[],
  way: string,
): readonly FilterStep[] {
  const [key, ...rest] = way === '' ? [] : way.split('.');
  const fields = fieldsOf(schema, collections);
  if (fields.length === 0) return [];
  const field = fields.find((one) => one.key === key) ?? null;
  if (!field || !('collections' in field) || viewOf(field.type).filterInput !== 'entry') return [{ fields, field }];
  return [{ fields, field }, ...stepsOf(schema, field.collections ?? [], rest.join('.'))];
}

/** The field at the end of a way, and the names of those on it: `Author › Country`. */
export function fieldAt(
  schema: SchemaDocument | null,
  collection: string,
  way: string,
): { readonly field: FieldDocument | null; readonly label: string } {
  const steps = stepsOf(schema, [collection], way).slice(0, way.split('.').length);
  const isWhole = steps.length === way.split('.').length && steps.every(({ field }) => field !== null);
  const label = isWhole ? steps.map(({ field }) => field?.label ?? '').join(' › ') : way;
  return { field: isWhole ? (steps.at(-1)?.field ?? null) : null, label };
}

/** The fields of some collections that can be asked about: of several with one key, the first. */
function fieldsOf(schema: SchemaDocument | null, collections: readonly string[]): readonly FieldDocument[] {
  const all = collections.flatMap((key) => findCollection(schema, key)?.fields ?? []);
  const byKey = new Map(all.toReversed().map((field) => [field.key, field]));
  return all.filter((field) => byKey.get(field.key) === field && operatorsOf(field).length > 0);
}
