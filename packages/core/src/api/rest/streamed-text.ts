import { z } from 'zod';

/** Text that is sent in pieces, because it may be too large for memory, or isn't complete yet. */
export class StreamedText {
  readonly contentType: string;
  readonly pieces: AsyncIterable<string>;

  constructor(contentType: string, pieces: AsyncIterable<string>) {
    this.contentType = contentType;
    this.pieces = pieces;
  }
}

/** JSON that is sent in pieces. */
export class StreamedJson extends StreamedText {
  constructor(pieces: AsyncIterable<string>) {
    super('application/json; charset=utf-8', pieces);
  }
}

/**
 * Output of a procedure that streams. The schema documents it, but doesn't check it.
 *
 * @param meta id and examples for the document; the schema itself must have none
 */
export function streamed<Schema extends z.ZodType>(
  schema: Schema,
  meta: { readonly id: string; readonly examples: unknown[] },
): z.ZodType<StreamedText | z.infer<Schema>> {
  const { $schema: _, ...override } = z.toJSONSchema(schema, { io: 'output' }) as Record<string, unknown>;
  return z.any().meta({ ...meta, override });
}
