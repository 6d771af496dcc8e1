import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import canonicalize from 'canonicalize';
import type { FieldDocument, FieldShape, SchemaDocument } from './document.ts';

/** A schema without what matters only while it's pushed: the old names of what was renamed. */
export function withoutRenames(schema: SchemaDocument): SchemaDocument {
  return {
    ...schema,
    collections: schema.collections.map(({ renamed_from: _, ...collection }) => ({
      ...collection,
      fields: collection.fields.map(fieldWithoutRenames),
    })),
  };
}

function fieldWithoutRenames({ renamed_from: _, ...field }: FieldDocument): FieldDocument {
  return shapeWithoutRenames(field as FieldDocument);
}

function shapeWithoutRenames<Shape extends FieldShape>(shape: Shape): Shape {
  switch (shape.type) {
    case 'object':
      return { ...shape, fields: shape.fields.map(fieldWithoutRenames) };
    case 'list':
      return { ...shape, of: shapeWithoutRenames(shape.of) };
    case 'blocks':
      return {
        ...shape,
        types: shape.types.map((block) => ({ ...block, fields: block.fields.map(fieldWithoutRenames) })),
      };
    default:
      return shape;
  }
}

/**
 * SHA-256 of the canonical JSON (RFC 8785) of a schema without renames: equal hashes mean equal schemas.
 *
 * @param digest SHA-256 of a text as hexadecimal digits; the default runs anywhere, and is slower than the machine's own
 */
export function schemaHash(schema: SchemaDocument, digest: (text: string) => string = portableDigest): string {
  return digest(canonicalText(withoutRenames(schema)));
}

function portableDigest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** Canonical JSON of any value. @throws Error for what JSON can't hold */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('There is no JSON for this value.');
  return text;
}
