import type { FieldDocument, FieldShape } from '@stele/schema';

/**
 * Properties that give pictures as pages had them, by their addresses, also those within objects and lists: `cover: values.cover
 * && imageProps(values.cover).src`.
 */
export function pictureProperties(
  fields: readonly FieldDocument[],
  from = 'values',
  indent = '      ',
): readonly string[] {
  return fields.flatMap((field) => {
    const value = `${from}.${field.key}`;
    const shown = asAddresses(field, value, indent);
    return shown === null ? [] : [`${field.key}: ${value} && ${shown}`];
  });
}

/** An expression for a value that is there; null when there's no picture in it. */
function asAddresses(shape: FieldShape, value: string, indent: string): string | null {
  switch (shape.type) {
    case 'asset':
      return `imageProps(${value}).src`;
    case 'object': {
      const inside = pictureProperties(shape.fields, value, `${indent}  `);
      const lines = [`...${value}`, ...inside].map((line) => `\n${indent}  ${line},`);
      return inside.length === 0 ? null : `{${lines.join('')}\n${indent}}`;
    }
    case 'list': {
      const name = `one${value.startsWith('one') ? 'More' : ''}`;
      const inside = asAddresses(shape.of, name, indent);
      if (inside === null) return null;
      return `${value}.map((${name}) => ${inside.startsWith('{') ? `(${inside})` : inside})`;
    }
    default:
      return null;
  }
}
