import type { CollectionDocument, FieldDocument, FieldShape, SchemaDocument } from '../document.ts';
import { fieldDefinition } from '../field-types/definitions.ts';
import { labelOf } from '../labels.ts';
import { Names, pascalCase, singular } from './names.ts';
import { SUPPORT_NAMES, supportTypes } from './published-types.ts';

const HEAD = '// Written by `stele types` from the schema: changes made by hand are lost when it runs again.';

/**
 * The text of a `.d.ts` with the types of published values: an interface for each collection, and `Collections`, which
 * maps keys to them. They're what `Published` infers from a config of the same schema. The text needs no package.
 */
export function typesSource(schema: SchemaDocument): string {
  return new TypesWriter().write(schema);
}

class TypesWriter {
  readonly #used = new Set<string>();

  write({ collections }: SchemaDocument): string {
    const names = new Names(['Collections', ...SUPPORT_NAMES]);
    const declared = collections.map((collection) => ({ collection, name: interfaceName(collection, names) }));
    const interfaces = declared.map(({ collection, name }) => {
      const words = collection.help === undefined ? collection.label : `${collection.label}: ${collection.help}`;
      return `${comment(words, '')}export interface ${name} ${this.#fields(collection.fields, '')}`;
    });
    const members = declared.map(({ collection, name }) => `  ${collection.key}: ${name};\n`);
    const map = `/** Published values by the keys of their collections. */\nexport interface Collections {\n${members.join('')}}`;
    return `${[HEAD, ...interfaces, map, ...supportTypes(this.#used)].join('\n\n')}\n`;
  }

  #fields(fields: readonly FieldDocument[], indent: string, first: readonly string[] = []): string {
    const inner = `${indent}  `;
    const members = fields.map((field) => {
      const mark = field.required && field.show_if === undefined ? '' : '?';
      return `${comment(describe(field), inner)}${inner}readonly ${field.key}${mark}: ${this.#type(field, inner)};\n`;
    });
    return `{\n${first.map((member) => `${inner}${member}\n`).join('')}${members.join('')}${indent}}`;
  }

  #type(shape: FieldShape, indent: string): string {
    const { published } = fieldDefinition(shape.type);
    if (!published) return 'string';
    return published(shape, {
      fields: (fields, first) => this.#fields(fields, indent, first),
      type: (inner) => this.#type(inner, indent),
      isCompound: (inner) => fieldDefinition(inner.type).isCompound?.(inner) ?? false,
      support: (name) => this.#support(name),
    });
  }

  #support(name: string): string {
    this.#used.add(name);
    return name;
  }
}

/** A collection's interface is called by one of its entries. */
function interfaceName({ key, singleton }: CollectionDocument, names: Names): string {
  const whole = pascalCase(key);
  return names.take(singleton ? whole : pascalCase(singular(key)), whole, `${whole}Entry`);
}

/** The label and help of a field, as far as they say more than its key. */
function describe({ key, label, help }: FieldDocument): string {
  const named = label === labelOf(key) ? [] : [label];
  return [...named, ...(help === undefined ? [] : [help])].join(': ');
}

/** A doc comment with its line's end; nothing for no words. */
function comment(words: string, indent: string): string {
  const lines = words
    .replaceAll('*/', '*\\/')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trimEnd());
  const [only] = lines;
  if (words === '' || only === undefined) return '';
  if (lines.length === 1) return `${indent}/** ${only} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}
