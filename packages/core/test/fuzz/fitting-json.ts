import fc from 'fast-check';
import { hostileJson, hostileText } from './hostile-json.ts';

/** The parts of a JSON Schema that the document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
}

type Resolve = (ref: string) => JsonSchema;

const DEEPEST = 6;

/**
 * Values that mostly fit a schema: its examples, or ones put together from its parts; now and then a part is something
 * else altogether.
 */
export function fitting(schema: JsonSchema, resolve: Resolve, depth = 0): fc.Arbitrary<unknown> {
  const fits = fittingOnly(schema, resolve, depth);
  const examples = schema.examples?.length ? [{ weight: 4, arbitrary: fc.constantFrom(...schema.examples) }] : [];
  return fc.oneof(...examples, { weight: 6, arbitrary: fits }, { weight: 1, arbitrary: hostileJson });
}

function fittingOnly(schema: JsonSchema, resolve: Resolve, depth: number): fc.Arbitrary<unknown> {
  if (depth > DEEPEST) return fc.constant(null);
  const inner = (one: JsonSchema): fc.Arbitrary<unknown> => fitting(one, resolve, depth + 1);
  if (schema.$ref) return inner(resolve(schema.$ref));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(inner));
  if (schema.allOf) return inner(Object.assign({}, ...schema.allOf.map((one) => (one.$ref ? resolve(one.$ref) : one))));
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('en', 'de', 'posts', 'title'), hostileText);
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -10, -1000),
        max: Math.min(schema.maximum ?? 1000, (schema.minimum ?? 0) + 5),
      });
    case 'number':
      return fc.double({ min: schema.minimum ?? -10, max: schema.maximum ?? 10, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(schema.items ? inner(schema.items) : hostileJson, {
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    case 'object':
      return objectOf(schema, inner);
    default:
      return hostileJson;
  }
}

function objectOf(schema: JsonSchema, inner: (one: JsonSchema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {}).map(([key, own]) => [key, inner(own)] as const);
  const known = fc.record(Object.fromEntries(properties), { requiredKeys: [...(schema.required ?? [])] });
  const { additionalProperties: more } = schema;
  if (typeof more !== 'object') return known;
  const others = fc.dictionary(fc.constantFrom('en', 'de', 'fr', 'title', 'body'), inner(more), { maxKeys: 3 });
  return fc.tuple(known, others).map(([a, b]) => ({ ...b, ...a }));
}
