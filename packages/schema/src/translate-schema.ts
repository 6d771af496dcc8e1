import type {
  CollectionDocument,
  FieldDocument,
  FieldShape,
  SchemaDocument,
  Translation,
  Translations,
} from './document.ts';

/** Headings as the schema has them → in the language. A heading that one field or collection translates is translated for all. */
interface Headings {
  readonly tab: ReadonlyMap<string, string>;
  readonly group: ReadonlyMap<string, string>;
}

/** A part of a schema that has words for editors. */
interface Worded {
  readonly label: string;
  readonly help?: string;
  readonly tab?: string;
  readonly group?: string;
  readonly translations?: Translations;
}

/**
 * A schema with the words that it has for a language of the admin. Words without a translation stay.
 *
 * @param language code of the language, such as `de`
 */
export function translateSchema(schema: SchemaDocument, language: string): SchemaDocument {
  const headings = headingsOf(schema.collections, language);
  const collections = schema.collections.map((collection): CollectionDocument => {
    const fields = translateFields(collection.fields, language);
    const { workflow } = collection;
    const states = workflow?.states.map((state) => ({ ...state, ...wordsOf(state, language, NONE) }));
    return {
      ...collection,
      ...wordsOf(collection, language, headings),
      fields,
      ...(workflow && states && { workflow: { ...workflow, states } }),
    };
  });
  return { ...schema, collections };
}

function translateFields(fields: readonly FieldDocument[], language: string): FieldDocument[] {
  const headings = headingsOf(fields, language);
  return fields.map((field) => {
    const words = wordsOf(field, language, headings);
    return { ...translateShape(field, language), ...words } as FieldDocument;
  });
}

function translateShape<Shape extends FieldShape>(shape: Shape, language: string): Shape {
  const worded = <Item extends Worded>(item: Item): Item => ({ ...item, ...wordsOf(item, language, NONE) });
  return {
    ...shape,
    ...('options' in shape && { options: shape.options.map(worded) }),
    ...('fields' in shape && { fields: translateFields(shape.fields, language) }),
    ...('of' in shape && { of: translateShape(shape.of, language) }),
    ...('types' in shape && {
      types: shape.types.map((block) => ({ ...worded(block), fields: translateFields(block.fields, language) })),
    }),
  };
}

const NONE: Headings = { tab: new Map(), group: new Map() };

function wordsOf(item: Worded, language: string, headings: Headings): Translation {
  const { label, help } = translationOf(item, language);
  const tab = item.tab === undefined ? undefined : headings.tab.get(item.tab);
  const group = item.group === undefined ? undefined : headings.group.get(item.group);
  return {
    ...(label !== undefined && { label }),
    ...(help !== undefined && { help }),
    ...(tab !== undefined && { tab }),
    ...(group !== undefined && { group }),
  };
}

function headingsOf(items: readonly Worded[], language: string): Headings {
  const namesOf = (part: keyof Headings): ReadonlyMap<string, string> => {
    const names = new Map<string, string>();
    for (const item of items) {
      const [name, translated] = [item[part], translationOf(item, language)[part]];
      if (name !== undefined && translated !== undefined && !names.has(name)) names.set(name, translated);
    }
    return names;
  };
  return { tab: namesOf('tab'), group: namesOf('group') };
}

function translationOf({ translations }: Worded, language: string): Translation {
  return translations !== undefined && Object.hasOwn(translations, language) ? (translations[language] ?? {}) : {};
}
