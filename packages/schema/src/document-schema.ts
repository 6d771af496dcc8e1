import { z } from 'zod';
import { boundedArray } from './bounded.ts';
import {
  type BlockType,
  type CollectionDocument,
  type FieldDocument,
  type FieldShape,
  type FieldType,
  SCHEMA_FORMAT,
  type SchemaDocument,
  type SelectOption,
  type ShowCondition,
  shapeOf,
  type Translations,
  type WorkflowOption,
} from './document.ts';
import { COLLECTION_ICONS } from './icons.ts';
import { labelOf } from './labels.ts';
import { instead } from './nearest.ts';
import { previewTemplate } from './preview/preview-schema.ts';
import { key, showConditions } from './show-if-schema.ts';
import { heading, help, label, labelTranslations, translations } from './words-schema.ts';
import { normaliseWorkflow, workflowForm } from './workflow/workflow-schema.ts';

const count = z.number().int().min(0).max(1_000_000);
const bounds = { min: count.optional(), max: count.optional() };
const day = z.iso.date();
const instant = z.iso.datetime({ offset: true });
const pattern = z.string().min(1).max(500);
const optionValue = z
  .string()
  .min(1)
  .max(200)
  // An option without a label has its value for one, and labels are trimmed.
  .refine((value) => value.trim() === value, 'An option has no spaces around it.');
const option = z.strictObject({
  value: optionValue,
  label: label.optional(),
  translations: labelTranslations.optional(),
});
const options = boundedArray(option, {
  min: 1,
  max: 500,
}).meta({ id: 'SchemaOptions' });
const accept = boundedArray(
  z.string().regex(/^[a-z]+\/(\*|[a-z0-9.+-]+)$/, 'A media type, such as image/png or image/*.'),
  { min: 1, max: 50 },
);
const collections = boundedArray(key, { min: 1, max: 100 }).meta({ id: 'SchemaTargets' });

/** The forms of the fields that a field holds. */
interface Parts {
  readonly fields: z.ZodType;
  readonly item: z.ZodType;
  readonly blocks: z.ZodType;
}

/** The constraints of each type: the one table of what a field of the type may say. */
const constraintsOf = ({ fields, item, blocks }: Parts): { readonly [Type in FieldType]: z.ZodRawShape } => ({
  text: { ...bounds, pattern: pattern.optional() },
  textarea: { ...bounds, pattern: pattern.optional() },
  markdown: bounds,
  richtext: { allow: boundedArray(z.string().max(64), { max: 100 }).optional(), collections: collections.optional() },
  slug: {
    source: key.optional(),
    path: z.boolean().optional(),
    pattern: pattern.optional(),
    max: count.optional(),
  },
  number: { min: z.number().optional(), max: z.number().optional() },
  integer: { min: z.number().int().optional(), max: z.number().int().optional() },
  boolean: {},
  date: { min: day.optional(), max: day.optional() },
  datetime: { min: instant.optional(), max: instant.optional() },
  select: { options },
  multiselect: { options, ...bounds },
  email: {},
  url: {},
  color: {},
  json: {},
  asset: { accept: accept.optional() },
  assets: { accept: accept.optional(), ...bounds },
  reference: { collections },
  references: { collections, ...bounds },
  object: { fields },
  list: { of: item, ...bounds },
  blocks: { types: blocks, ...bounds },
});

const blockOf = (fields: z.ZodType) =>
  z.strictObject({ key, label: label.optional(), translations: labelTranslations.optional(), fields });

const fieldList: z.ZodType<unknown[]> = z
  .lazy(() => z.array(fieldSchema).min(1).max(200))
  .meta({ id: 'SchemaFields', description: 'Fields, in the order in which editors see them.' });
const constraints = constraintsOf({
  fields: fieldList,
  item: z.lazy(() => itemSchema),
  blocks: z.array(blockOf(fieldList)).min(1).max(100),
});

/** Names of all field types. */
export const FIELD_TYPES = Object.keys(constraints) as readonly FieldType[];

const base = {
  key,
  label: label.optional(),
  help: help.optional(),
  tab: heading.optional(),
  group: heading.optional(),
  translations: translations.optional(),
  required: z.boolean().optional(),
  localized: z.boolean().optional(),
  unique: z.boolean().optional(),
  default: z.json().optional(),
  show_if: showConditions
    .meta({
      id: 'SchemaShowIf',
      description:
        'When the field is shown: a condition on a field beside it, or several that must all hold. A hidden field is neither ' +
        'required nor published; its value stays in the draft.',
      examples: [{ field: 'kind', equals: 'video' }],
    })
    .optional(),
  renamed_from: key.optional(),
};

function union(shared: z.ZodRawShape, shapes: { readonly [Type in FieldType]: z.ZodRawShape }) {
  const [first, ...others] = FIELD_TYPES.map((type) =>
    z.strictObject({ ...shared, type: z.literal(type), ...shapes[type] }),
  );
  if (!first) throw new Error('There are no field types.');
  return z.discriminatedUnion('type', [first, ...others], {
    error: (issue) =>
      issue.code === 'invalid_union' ? `The type must be one of: ${FIELD_TYPES.join(', ')}.` : undefined,
  });
}

const fieldSchema = union(base, constraints).meta({
  id: 'SchemaField',
  description: 'A field: what all fields have, and the constraints of its type.',
  examples: [{ key: 'title', type: 'text', label: 'Title', required: true, localized: true, max: 120 }],
});
const itemSchema = union({}, constraints).meta({
  id: 'SchemaItem',
  description: 'What a list holds: a type with its constraints.',
});

const noSuchIcon = ({ input }: { readonly input?: unknown }): string =>
  `There is no icon ${JSON.stringify(input)?.slice(0, 80)}${instead(String(input), COLLECTION_ICONS, 'There are')} The documentation of the schema shows all.`;

const collectionOf = (fields: z.ZodType<unknown[]>) =>
  z.strictObject({
    key,
    label: label.optional(),
    help: help.optional(),
    icon: z.enum(COLLECTION_ICONS, { error: noSuchIcon }).optional(),
    group: heading.optional(),
    translations: translations.optional(),
    singleton: z.boolean().optional(),
    order: z
      .union([z.literal('manual'), z.strictObject({ field: key, direction: z.enum(['asc', 'desc']) })], {
        error: 'Write "manual", or a field with its direction, such as { "field": "date", "direction": "desc" }.',
      })
      .nullable()
      .optional(),
    title_field: key.nullable().optional(),
    preview: previewTemplate.optional(),
    workflow: workflowForm.optional(),
    fields,
    renamed_from: key.optional(),
  });
const documentOf = (list: z.ZodType<unknown[]>) =>
  z.strictObject({ format: z.literal(SCHEMA_FORMAT), collections: list });

const collectionSchema = collectionOf(fieldList).meta({
  id: 'SchemaCollection',
  examples: [{ key: 'posts', label: 'Posts', order: 'manual', fields: [{ key: 'title', type: 'text' }] }],
});

/** The form of a whole document. For untrusted input, use `schemaInput`, which stops at fewer issues. */
export const documentForm = documentOf(z.array(collectionSchema).max(200));

const several = (min: number, max: number): z.ZodType<unknown[]> => z.array(z.unknown()).min(min).max(max);
const shallow = constraintsOf({ fields: several(1, 200), item: z.unknown(), blocks: several(1, 100) });

/**
 * The forms of a document's parts, each without what it holds of others. Checked one by one they give few issues at a
 * time, where zod would gather those of the whole document.
 */
export const partForms = {
  document: documentOf(several(0, 200)),
  collection: collectionOf(several(1, 200)),
  field: union(base, shallow),
  item: union({}, shallow),
  block: blockOf(several(1, 200)),
};

type RawField = Omit<Partial<FieldDocument>, 'show_if'> & {
  key: string;
  type: FieldType;
  show_if?: ShowCondition | readonly ShowCondition[];
};
type RawCollection = Omit<Partial<CollectionDocument>, 'workflow'> & {
  key: string;
  fields: RawField[];
  workflow?: WorkflowOption;
};

/** Adds defaults, and removes what equals them. The form must have been checked. */
export function normalise(input: z.infer<typeof documentForm>): SchemaDocument {
  return {
    format: SCHEMA_FORMAT,
    collections: (input.collections as RawCollection[]).map((collection) =>
      present<CollectionDocument>({
        key: collection.key,
        label: collection.label ?? labelOf(collection.key),
        help: collection.help || undefined,
        icon: collection.icon,
        group: collection.group,
        translations: normaliseTranslations(collection.translations),
        singleton: collection.singleton ?? false,
        order: collection.order ?? null,
        title_field: collection.title_field ?? null,
        preview: collection.preview,
        workflow: normaliseWorkflow(collection.workflow),
        fields: collection.fields.map((field) => normaliseField(field, true)),
        renamed_from: collection.renamed_from,
      }),
    ),
  };
}

function normaliseField(field: RawField, top: boolean): FieldDocument {
  const isSlug = top && field.type === 'slug';
  return present<FieldDocument>({
    key: field.key,
    label: field.label ?? labelOf(field.key),
    help: field.help || undefined,
    tab: field.tab,
    group: field.group,
    translations: normaliseTranslations(field.translations),
    required: field.required ?? false,
    localized: top ? (field.localized ?? false) : field.localized || undefined,
    unique: (field.unique ?? isSlug) || (isSlug ? false : undefined),
    default: field.default ?? undefined,
    show_if: field.show_if && normaliseConditions(field.show_if),
    renamed_from: field.renamed_from,
    ...normaliseShape(shapeOf(field as FieldShape)),
  });
}

function normaliseConditions(given: ShowCondition | readonly ShowCondition[]): readonly ShowCondition[] {
  return (isList(given) ? given : [given]).map((condition) => present<ShowCondition>({ ...condition }));
}

function isList<Item>(given: Item | readonly Item[]): given is readonly Item[] {
  return Array.isArray(given);
}

function normaliseShape(shape: FieldShape): FieldShape {
  switch (shape.type) {
    case 'slug':
      return present<FieldShape>({ ...shape, path: shape.path || undefined });
    case 'select':
    case 'multiselect':
      return {
        ...shape,
        options: shape.options.map((given) =>
          present<SelectOption>({
            value: given.value,
            label: given.label ?? given.value,
            translations: normaliseTranslations(given.translations),
          }),
        ),
      };
    case 'object':
      return { ...shape, fields: shape.fields.map((field) => normaliseField(field, false)) };
    case 'list':
      return { ...shape, of: normaliseShape(shape.of) };
    case 'blocks':
      return {
        ...shape,
        types: shape.types.map((block) =>
          present<BlockType>({
            key: block.key,
            label: block.label ?? labelOf(block.key),
            translations: normaliseTranslations(block.translations),
            fields: block.fields.map((field) => normaliseField(field, false)),
          }),
        ),
      };
    default:
      return shape;
  }
}

function normaliseTranslations(given: Translations = {}): Translations | undefined {
  const said = Object.entries(given).filter(([, words]) => Object.keys(words).length > 0);
  return said.length > 0 ? Object.fromEntries(said) : undefined;
}

function present<Target>(values: { [Key in keyof Target]: Target[Key] | undefined } | Record<string, unknown>): Target {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Target;
}

/** Builders of fields that are called otherwise than their types. */
const CALLED: Readonly<Record<string, readonly string[]>> = { asset: ['image', 'file'], assets: ['files'] };

/** Names of the functions that a config is written with. */
export const BUILDERS: readonly string[] = [
  'defineConfig',
  'collection',
  ...FIELD_TYPES.flatMap((type) => CALLED[type] ?? [type]),
];
