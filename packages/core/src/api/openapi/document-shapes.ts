/** A JSON Schema. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** A `$ref` to another part of the document. */
export interface Reference {
  $ref: string;
}

/** Response headers, as components. */
export const HEADERS = {
  RequestId: { description: 'Identifies the request, for support.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait before trying again.', schema: { type: 'integer', minimum: 1 } },
  Location: { description: 'URL of the created object, if it has one.', schema: { type: 'string' } },
  ContentHost: { description: 'URL on the content host.', schema: { type: 'string' } },
};

/** A reference to a header. */
export function headerRef(name: keyof typeof HEADERS): Reference {
  return { $ref: `#/components/headers/${name}` };
}

/** A response of one operation, or of several that share it. */
export interface OpenApiResponse {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, unknown>;
  /** The error codes that this response can have. */
  'x-codes'?: readonly string[];
}

/** One parameter of an operation. */
export interface OpenApiParameter {
  name: string;
  in: string;
  [field: string]: unknown;
}

/** The parts of an OpenAPI document that this folder completes. */
export interface OpenApiDocument {
  info: Record<string, unknown>;
  paths: Record<string, Record<string, OpenApiOperation>>;
  tags: { name: string; description: string }[];
  /** The security of operations that don't declare their own. */
  security?: Record<string, never[]>[];
  components: {
    schemas: Record<string, JsonSchema>;
    responses?: Record<string, OpenApiResponse>;
    parameters?: Record<string, OpenApiParameter>;
    headers?: Record<string, unknown>;
    [kind: string]: unknown;
  };
}

/** One operation of a document. */
export interface OpenApiOperation {
  operationId: string;
  tags?: string[];
  parameters?: (OpenApiParameter | Reference)[];
  requestBody?: {
    required?: boolean;
    content: Record<string, { schema: JsonSchema; [field: string]: unknown }>;
  };
  responses: Record<string, OpenApiResponse | Reference>;
  security?: Record<string, never[]>[];
}

/** Calls `visit` with every object in a document or a part of it, outer objects first. */
export function visitObjects(part: unknown, visit: (found: Record<string, unknown>) => void): void {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part)) visit(part as Record<string, unknown>);
  for (const inner of Object.values(part)) visitObjects(inner, visit);
}

/** A name in PascalCase, as components have them: EntryNotFound for `entry.not_found`. */
export function inPascalCase(name: string): string {
  return name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());
}

/** A group of operations. */
export interface Tag {
  readonly name: string;
  readonly about: string;
  /** The nouns of its operations. */
  readonly nouns: readonly string[];
}
