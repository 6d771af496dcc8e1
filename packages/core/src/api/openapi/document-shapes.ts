/** The parts of a document that are completed here. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, OpenApiOperation>>;
  tags: { name: string; description: string }[];
  components: { schemas: Record<string, unknown>; [kind: string]: unknown };
}

/** One operation of a document. */
export interface OpenApiOperation {
  operationId: string;
  parameters?: { name: string; in: string; [field: string]: unknown }[];
  requestBody?: {
    required?: boolean;
    content: Record<string, { schema: Record<string, unknown>; [field: string]: unknown }>;
  };
  responses: Record<
    string,
    { description: string; headers?: Record<string, unknown>; content?: Record<string, unknown> }
  >;
  security?: Record<string, never[]>[];
}
