import { z } from 'zod';
import type { StreamedText } from './streamed-text.ts';

/**
 * Output of a procedure that streams: documented as a schema says, but not checked on its way out.
 *
 * @param meta the schema's name in the document, and examples; the schema itself must have none
 */
export function streamed<Schema extends z.ZodType>(
  schema: Schema,
  meta: { readonly id: string; readonly examples: unknown[] },
): z.ZodType<StreamedText | z.infer<Schema>> {
  const { $schema: _, ...override } = z.toJSONSchema(schema, { io: 'output' }) as Record<string, unknown>;
  return z.any().meta({ ...meta, override });
}
