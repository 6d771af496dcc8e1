import {
  type CollectionDocument,
  type CollectionOrder,
  type FieldDocument,
  type FieldShape,
  type Json,
  type SchemaDocument,
  shapeOf,
} from '../document.ts';
import { fieldDefinition } from '../field-types/definitions.ts';
import type { ConfigWriting } from '../field-types/field-definition.ts';
import { labelOf } from '../labels.ts';
import { shortWorkflow } from '../workflow/workflow-source.ts';
import { arrayCode, type Code, callCode, layOut, objectCode, wrap } from './layout.ts';
import { jsonLiteral, textLiteral } from './literals.ts';
import { camelCase, variableNames } from './names.ts';
import { translationsCode } from './translations-code.ts';

/** Options for the text of a config. */
export interface ConfigSourceOptions {
  /** Whether the text may be TypeScript, or has to be valid JavaScript; true by default. */
  readonly typescript?: boolean;
}

/**
 * The text of a `stele.config.ts` that defines exactly a schema. Defaults are left out.
 *
 * @param schema in full, as `parseSchema` gives it
 */
export function configSource(schema: SchemaDocument, { typescript = true }: ConfigSourceOptions = {}): string {
  return new ConfigWriter(typescript).write(schema);
}

class ConfigWriter {
  readonly #typescript: boolean;
  /** The names that the text imports. */
  readonly #used = new Set(['defineConfig']);

  constructor(typescript: boolean) {
    this.#typescript = typescript;
  }

  write(schema: SchemaDocument): string {
    const collections = schema.collections.map((collection) => ({ collection, code: this.#collection(collection) }));
    const names = variableNames(this.#used);
    const declared = collections.map(({ collection: { key }, code }) => {
      const name = names.take(camelCase(key), `${camelCase(key)}Collection`);
      return { name, text: layOut(wrap(`export const ${name} = `, code, ';')) };
    });
    const all = arrayCode(declared.map(({ name }) => name));
    const config = callCode('defineConfig', [objectCode([wrap('collections: ', all)])]);
    const imports = { open: 'import {', items: [...this.#used].sort(), close: "} from '@stele/schema';", spaced: true };
    return `${[layOut(imports), ...declared.map(({ text }) => text), layOut(wrap('export default ', config, ';'))].join('\n\n')}\n`;
  }

  #collection(collection: CollectionDocument): Code {
    const { key, label, singleton, order, title_field: title, tree, workflow, fields, renamed_from: from } = collection;
    const options: Code[] = [`key: ${textLiteral(key)}`];
    if (label !== labelOf(key)) options.push(`label: ${textLiteral(label)}`);
    for (const name of ['help', 'icon', 'group'] as const) {
      if (collection[name] !== undefined) options.push(`${name}: ${textLiteral(collection[name])}`);
    }
    options.push(...translationsCode(collection.translations));
    if (singleton) options.push('singleton: true');
    if (tree) options.push('tree: true');
    if (order !== null) options.push(wrap('order: ', orderCode(order)));
    if (title !== null) options.push(`title: ${textLiteral(title)}`);
    for (const name of ['path', 'preview'] as const) {
      const template = collection[name];
      if (template === undefined) continue;
      options.push(
        wrap(`${name}: `, typeof template === 'string' ? textLiteral(template) : jsonLiteral(template as Json)),
      );
    }
    if (workflow !== undefined) options.push(wrap('workflow: ', jsonLiteral(shortWorkflow(workflow))));
    if (from !== undefined) options.push(`renamed_from: ${textLiteral(from)}`);
    options.push(wrap('fields: ', this.#fields(fields, tree)));
    return this.#call('collection', [objectCode(options, true)]);
  }

  #fields(fields: readonly FieldDocument[], isInTree = false): Code {
    const items = fields.map((field) =>
      wrap(`${field.key}: `, this.#shape(field, fieldOptions(field, this.#typescript, isInTree))),
    );
    return objectCode(items, true);
  }

  /** The call that declares a shape, with options of its field besides those of its type. */
  #shape(shape: FieldShape, { before, after }: FieldOptionsCode = { before: [], after: [] }): Code {
    const writing: ConfigWriting = {
      call: (name, apart = [], args = [], first = []) => {
        const options = [...before, ...first, ...constraints(shape, apart), ...after];
        return this.#call(name, options.length > 0 ? [...args, objectCode(options)] : args);
      },
      fields: (fields) => this.#fields(fields),
      shape: (inner) => this.#shape(inner),
    };
    return fieldDefinition(shape.type).config?.(shape, writing) ?? writing.call(shape.type);
  }

  #call(name: string, args: readonly Code[]): Code {
    this.#used.add(name);
    return callCode(name, args);
  }
}

/** A field's options that all types have: those before its constraints, and those after. */
interface FieldOptionsCode {
  readonly before: readonly Code[];
  readonly after: readonly Code[];
}

function fieldOptions(field: FieldDocument, typescript: boolean, isInTree: boolean): FieldOptionsCode {
  const before: Code[] = [];
  const after: Code[] = [];
  if (field.label !== labelOf(field.key)) before.push(`label: ${textLiteral(field.label)}`);
  for (const name of ['help', 'tab', 'group'] as const) {
    if (field[name] !== undefined) before.push(`${name}: ${textLiteral(field[name])}`);
  }
  before.push(...translationsCode(field.translations));
  if (field.required) before.push('required: true');
  if (field.localized) before.push('localized: true');
  if (field.type === 'slug' && !isInTree ? field.unique === false : field.unique)
    before.push(`unique: ${field.unique}`);
  if (field.default !== undefined) {
    const cast = typescript && fieldDefinition(field.type).hasUntypedDefault ? ' as never' : '';
    after.push(wrap('default: ', jsonLiteral(field.default), cast));
  }
  if (field.show_if !== undefined) {
    const [only, ...others] = field.show_if;
    const conditions =
      only !== undefined && others.length === 0 ? { ...only } : field.show_if.map((one) => ({ ...one }));
    after.push(wrap('show_if: ', jsonLiteral(conditions)));
  }
  if (field.renamed_from !== undefined) after.push(`renamed_from: ${textLiteral(field.renamed_from)}`);
  return { before, after };
}

/** The constraints of a shape that are written unchanged. */
function constraints(shape: FieldShape, apart: readonly string[]): Code[] {
  return Object.entries(shapeOf(shape))
    .filter(([name]) => name !== 'type' && !apart.includes(name))
    .map(([name, value]) => wrap(`${name}: `, jsonLiteral(value)));
}

function orderCode(order: Exclude<CollectionOrder, null>): Code {
  if (order === 'manual') return textLiteral(order);
  return jsonLiteral(order.direction === 'asc' ? { field: order.field } : { ...order });
}
