import { checkValue } from '../check-values.ts';
import type { FieldDocument, FieldShape, SchemaDocument } from '../document.ts';
import type { InnerShape } from '../field-types/field-kind.ts';
import { fieldKind } from '../field-types/kinds.ts';
import type { Issue } from '../issues.ts';
import type { Migration, SchemaPath } from './model.ts';

/** Issues of migrations whatever the schema was before: paths begin with `migrations`. */
export function checkMigrations(schema: SchemaDocument, migrations: readonly Migration[]): Issue[] {
  return migrations.flatMap((migration, index): Issue[] => {
    const shape = shapeAt(schema, migration.path);
    if (!shape) {
      return [{ path: ['migrations', index, 'path'], message: `The schema has no field ${migration.path.join('.')}.` }];
    }
    if (migration.kind === 'set_default') {
      if (migration.value === null) {
        return [{ path: ['migrations', index, 'value'], message: "Null isn't a value: it says that there is none." }];
      }
      return checkValue(shape, migration.value, 'draft').map(({ path, message }) => ({
        path: ['migrations', index, 'value', ...path],
        message,
      }));
    }
    if (migration.kind !== 'map_options') return [];
    const known = new Set('options' in shape ? shape.options.map(({ value }) => value) : []);
    return Object.entries(migration.options).flatMap(([from, to]) =>
      to === null || known.has(to)
        ? []
        : [{ path: ['migrations', index, 'options', from], message: `The field has no option "${to}".` }],
    );
  });
}

/** The field, or the item of a list, at a path of a schema. */
export function shapeAt(schema: SchemaDocument, path: SchemaPath): FieldShape | null {
  const [place, last] = [path.slice(0, -1), path.at(-1)];
  if (last !== '[]') return fieldsAt(schema, place)?.find(({ key }) => key === last) ?? null;
  const inner = innerAt(shapeAt(schema, place), '[]');
  return inner && 'shape' in inner ? inner.shape : null;
}

/** The fields of the collection, object or block at a path of a schema; null when there's none. */
export function fieldsAt(schema: SchemaDocument, path: SchemaPath): readonly FieldDocument[] | null {
  const [place, last] = [path.slice(0, -1), path.at(-1)];
  if (place.length === 0) return schema.collections.find(({ key }) => key === last)?.fields ?? null;
  const inner = innerAt(shapeAt(schema, path), null) ?? innerAt(shapeAt(schema, place), last ?? null);
  return inner && 'fields' in inner ? inner.fields : null;
}

/** The inner shape that a shape declares at a step of a path. */
function innerAt(shape: FieldShape | null, step: string | null): InnerShape | null {
  const inner = shape && fieldKind(shape.type).nesting?.shapes(shape);
  return inner?.find((one) => one.step === step) ?? null;
}
