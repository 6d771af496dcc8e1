import type { CollectionDocument, FieldDocument, FieldShape, SchemaDocument } from '../document.ts';
import { labelOf } from '../labels.ts';
import { textLiteral } from './literals.ts';
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
    switch (shape.type) {
      case 'number':
      case 'integer':
        return 'number';
      case 'boolean':
        return 'boolean';
      case 'select':
        return union(shape.options.map(({ value }) => value));
      case 'multiselect':
        return listOf(union(shape.options.map(({ value }) => value)), shape.options.length > 1);
      case 'json':
        return this.#support('Json');
      case 'richtext':
        return this.#support('Richtext');
      case 'asset':
        return this.#support('PublishedAsset');
      case 'assets':
        return listOf(this.#support('PublishedAsset'));
      case 'reference':
        return this.#reference(shape.collections);
      case 'references':
        return listOf(this.#reference(shape.collections));
      case 'object':
        return this.#fields(shape.fields, indent);
      case 'list':
        return listOf(this.#type(shape.of, indent), isCompound(shape.of));
      case 'blocks':
        return listOf(
          shape.types
            .map(({ key, fields }) =>
              this.#fields(fields, indent, [`readonly _type: '${key}';`, 'readonly _key?: string;']),
            )
            .join(' | '),
          shape.types.length > 1,
        );
      default:
        return 'string';
    }
  }

  #reference(collections: readonly string[]): string {
    return `${this.#support('PublishedReference')}<${union(collections)}>`;
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

function union(values: readonly string[]): string {
  return [...new Set(values)].map(textLiteral).join(' | ');
}

function listOf(item: string, isCompound = false): string {
  return `readonly ${isCompound ? `(${item})` : item}[]`;
}

/** Whether the type of a shape needs parentheses to be that of a list's items. */
function isCompound(shape: FieldShape): boolean {
  if (shape.type === 'select') return shape.options.length > 1;
  if (shape.type === 'blocks' || shape.type === 'list') return true;
  return shape.type === 'multiselect' || shape.type === 'assets' || shape.type === 'references';
}

/** What there is to say of a field besides its name. */
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
