import { checkValue } from '../check-values.ts';
import type { FieldDocument, FieldShape, SchemaDocument } from '../document.ts';
import type { Issue } from '../issues.ts';
import type { Migration, SchemaPath } from './model.ts';

/** What's wrong with migrations whatever the schema was before: paths begin with `migrations`. */
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
export function shapeAt(schema: SchemaDocument, [collection, ...rest]: SchemaPath): FieldShape | null {
  const fields = schema.collections.find(({ key }) => key === collection)?.fields;
  return fields ? fieldAt(fields, rest) : null;
}

function fieldAt(fields: readonly FieldDocument[], [key, ...rest]: SchemaPath): FieldShape | null {
  const field = fields.find((candidate) => candidate.key === key);
  return field ? within(field, rest) : null;
}

function within(shape: FieldShape, path: SchemaPath): FieldShape | null {
  const [next, ...rest] = path;
  if (next === undefined) return shape;
  if (shape.type === 'object') return fieldAt(shape.fields, path);
  if (shape.type === 'list') return next === '[]' ? within(shape.of, rest) : null;
  const block = shape.type === 'blocks' ? shape.types.find(({ key }) => key === next) : undefined;
  return block ? fieldAt(block.fields, rest) : null;
}
