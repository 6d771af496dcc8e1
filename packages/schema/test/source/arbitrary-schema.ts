import fc from 'fast-check';
import { FIELD_TYPES, type FieldType, parseSchema, type SchemaDocument, UNIQUE_TYPES } from '../../src/index.ts';

const key = fc.oneof(
  fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/),
  fc.constantFrom(
    'default',
    'text',
    'collection',
    'constructor',
    'class',
    'label',
    'type',
    'a_b',
    'a__b',
    'posts',
    'new',
  ),
);
const words = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom("it's", '"quoted"', 'a\\b', '*/ end', 'line\nline', '`back` $', '\u2028', '</script>'),
);
const label = words.filter((text) => text.trim() !== '');
const small = fc.integer({ min: 0, max: 20 });
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const bounds = { min: optional(small), max: optional(small.map((n) => n + 20)) };
// A value that isn't given a label becomes its own, which can't begin or end with a space.
const value = words.filter((text) => text.trim() === text);
const options = fc.uniqueArray(fc.record({ value, label: optional(label) }), {
  minLength: 1,
  maxLength: 4,
  selector: (option) => option.value,
});
const days = { min: optional(fc.constant('2020-01-01')), max: optional(fc.constant('2030-12-31')) };
const accept = optional(fc.constantFrom(['image/*'], ['image/png', 'image/jpeg'], ['application/pdf']));
const distinct = <T extends { readonly key: string }>(items: fc.Arbitrary<T>, minLength: number, maxLength: number) =>
  fc.uniqueArray(items, { minLength, maxLength, selector: (item) => item.key });

interface Made {
  readonly type: FieldType;
  readonly [name: string]: unknown;
}

/** Constraints of a type. @param keys the collections that there are */
function shape(type: FieldType, keys: readonly string[], depth: number): fc.Arbitrary<Made> {
  const targets = fc.subarray([...keys], { minLength: 1 });
  const inner = fc.constantFrom(...(depth > 2 ? (['text', 'select', 'reference'] as const) : FIELD_TYPES));
  const fields = fc.noShrink(distinct(field(inner, keys, depth + 1), 1, 3));
  const made = (constraints: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record({ type: fc.constant(type), ...constraints }) as fc.Arbitrary<Made>;
  switch (type) {
    case 'text':
    case 'textarea':
      return made({ ...bounds, pattern: optional(fc.constantFrom('^[a-z]+$', "it's \\d")) });
    case 'markdown':
    case 'number':
    case 'integer':
      return made(bounds);
    case 'richtext':
      return made({ allow: optional(fc.constant(['bold', 'paragraph'])), collections: optional(targets) });
    case 'slug':
      return made({ max: optional(small), pattern: optional(fc.constant('^a')) });
    case 'date':
      return made(days);
    case 'datetime':
      return made({ min: optional(fc.constant('2020-01-01T00:00:00Z')) });
    case 'select':
      return made({ options });
    case 'multiselect':
      return made({ options, ...bounds });
    case 'asset':
      return made({ accept });
    case 'assets':
      return made({ accept, ...bounds });
    case 'reference':
      return made({ collections: targets });
    case 'references':
      return made({ collections: targets, ...bounds });
    case 'object':
      return made({ fields });
    case 'list':
      return made({ of: inner.chain((of) => shape(of, keys, depth + 1)), ...bounds });
    case 'blocks':
      return made({ types: distinct(fc.record({ key, label: optional(label), fields }), 1, 3), ...bounds });
    default:
      return made({});
  }
}

/** A default that fits a shape, or nothing. */
function initial({ type, options: choices, min, pattern }: Made): fc.Arbitrary<unknown> {
  const [first] = (choices ?? []) as { value: string }[];
  if (type === 'boolean') return optional(fc.boolean());
  if (type === 'json') return optional(fc.jsonValue().filter((value) => value !== null));
  if (type === 'select') return optional(fc.constant(first?.value));
  if (type === 'text' && pattern === undefined && !min) return optional(fc.constantFrom('a', "b'c", 'd\ne'));
  if (type === 'integer') return optional(fc.constant(20));
  if (type === 'reference') return optional(fc.constant('ent_1'));
  return fc.constant(undefined);
}

function field(type: fc.Arbitrary<FieldType>, keys: readonly string[], depth: number) {
  return type
    .chain((chosen) => shape(chosen, keys, depth))
    .chain((made) =>
      fc
        .record({
          key,
          label: optional(label),
          help: optional(words),
          required: optional(fc.boolean()),
          localized: depth === 0 ? optional(fc.boolean()) : fc.constant(undefined),
          unique: depth === 0 && UNIQUE_TYPES.includes(made.type) ? optional(fc.boolean()) : fc.constant(undefined),
          default: initial(made),
        })
        .map((base) => ({ ...base, ...made })),
    );
}

const document = fc.uniqueArray(key, { minLength: 0, maxLength: 4 }).chain((keys) =>
  fc
    .tuple(
      ...keys.map((name) =>
        distinct(field(fc.constantFrom(...FIELD_TYPES), keys, 0), 1, 6).chain((fields) => {
          const titles = fields.filter(({ type }) => type === 'text').map((made) => made.key);
          return fc.record({
            key: fc.constant(name),
            label: optional(label),
            help: optional(words),
            singleton: optional(fc.boolean()),
            title_field: fc.constantFrom(null, ...titles),
            order: fc.constantFrom(
              null,
              'manual' as const,
              ...titles.flatMap((title) => [
                { field: title, direction: 'asc' as const },
                { field: title, direction: 'desc' as const },
              ]),
            ),
            fields: fc.constant(fields),
          });
        }),
      ),
    )
    .map((collections) => ({ format: 1, collections })),
);

/** Any schema that there may be, in full. */
export const arbitrarySchema: fc.Arbitrary<SchemaDocument> = document.map((input) => {
  // Options that aren't given are left out, as JSON does.
  const { schema, issues } = parseSchema(JSON.parse(JSON.stringify(input)));
  if (!schema) throw new Error(`The generator makes schemas that make no sense: ${JSON.stringify(issues)}`);
  return schema;
});
