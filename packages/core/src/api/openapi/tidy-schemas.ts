import { type JsonSchema, type OpenApiDocument, visitObjects } from './document-shapes.ts';

const SCHEMAS = '#/components/schemas/';
/** Names that the generator gives to recursive schemas without an id. */
const UNNAMED = /^__schema\d+$/;
const JSON_VALUE: JsonSchema = { description: 'Any JSON value.' };

/**
 * Changes the schemas of a generated document so that more programs can use them: no generated names, no schema twice, `items`
 * in every array, and no pattern that only repeats the format.
 *
 * @throws Error for a recursive schema without an id
 */
export function tidySchemas(document: OpenApiDocument): void {
  nameRecursion(document);
  mergeOutputs(document);
  shareDefinitions(document);
  visitObjects(document, tidy);
}

function nameRecursion(document: OpenApiDocument): void {
  const { schemas } = document.components;
  const renamed = new Map<string, string>();
  for (const [name, schema] of Object.entries(schemas).filter(([own]) => UNNAMED.test(own))) {
    delete schemas[name];
    if (typeof schema.$ref === 'string') renamed.set(SCHEMAS + name, schema.$ref);
    else if (isAnyJson(schema, name)) renamed.set(SCHEMAS + name, `${SCHEMAS}JsonValue`);
    else throw new Error(`A schema that refers to itself has no id: ${JSON.stringify(schema).slice(0, 500)}`);
  }
  if (renamed.size > 0) schemas.JsonValue = JSON_VALUE;
  rename(document, renamed);
}

/** Whether a schema is zod's recursive one for any JSON value, which TypeScript can't express as a type. */
function isAnyJson({ anyOf }: JsonSchema, name: string): boolean {
  const own = JSON.stringify({ $ref: SCHEMAS + name });
  return Array.isArray(anyOf) && anyOf.length === 6 && JSON.stringify(anyOf).split(own).length === 3;
}

/** The generator gives schemas for input and output two names. Most are equal, so they get one. */
function mergeOutputs(document: OpenApiDocument): void {
  const { schemas } = document.components;
  let merged = new Set(
    Object.keys(schemas).filter((name) => name.endsWith('Output') && name.replace(/Output$/, '') in schemas),
  );
  for (;;) {
    const base = (text: string): string =>
      text.replace(/"#\/components\/schemas\/(\w+)Output"/g, (whole, name: string) =>
        merged.has(`${name}Output`) ? `"${SCHEMAS}${name}"` : whole,
      );
    const same = [...merged].filter(
      (name) => base(JSON.stringify(schemas[name])) === JSON.stringify(schemas[name.replace(/Output$/, '')]),
    );
    if (same.length === merged.size) break;
    merged = new Set(same);
  }
  for (const name of merged) delete schemas[name];
  rename(document, new Map([...merged].map((name) => [SCHEMAS + name, SCHEMAS + name.replace(/Output$/, '')])));
}

/** Moves definitions that schemas contain themselves into the shared components. */
function shareDefinitions(document: OpenApiDocument): void {
  const { schemas } = document.components;
  const renamed = new Map<string, string>();
  visitObjects({ ...schemas }, (found) => {
    if (typeof found.$defs !== 'object') return;
    for (const [name, schema] of Object.entries(found.$defs as Record<string, JsonSchema>)) {
      schemas[name] ??= schema;
      renamed.set(`#/$defs/${name}`, SCHEMAS + name);
    }
    delete found.$defs;
  });
  rename(document, renamed);
}

function rename(document: OpenApiDocument, renamed: ReadonlyMap<string, string>): void {
  visitObjects(document, (found) => {
    let name = found.$ref;
    while (typeof name === 'string' && renamed.has(name)) name = renamed.get(name);
    if (typeof found.$ref === 'string') found.$ref = name;
  });
}

function tidy(schema: Record<string, unknown>): void {
  const items = schema.prefixItems;
  if (schema.type === 'array' && Array.isArray(items) && (schema.items === undefined || schema.items === false)) {
    // More programs understand a tuple of one type as a list with a fixed length.
    const kinds = new Set(items.map((item) => JSON.stringify(item)));
    if (kinds.size === 1) {
      delete schema.prefixItems;
      Object.assign(schema, { items: items[0], minItems: items.length, maxItems: items.length });
    } else schema.items = { anyOf: items };
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format === 'date' || schema.format === 'date-time') delete schema.pattern;
  // Some programs don't know Unicode classes in patterns.
  if (typeof schema.pattern === 'string')
    schema.pattern = schema.pattern.replace('\\p{Cc}', '\\u0000-\\u001f\\u007f-\\u009f');
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames;
}
