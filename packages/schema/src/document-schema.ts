import { z } from 'zod';
import {
  type CollectionDocument,
  type FieldDocument,
  type FieldShape,
  type FieldType,
  SCHEMA_FORMAT,
  type SchemaDocument,
  type ShowCondition,
  shapeOf,
  type WorkflowOption,
} from './document.ts';
import { FIELD_BUILDERS, fieldDefinition } from './field-types/definitions.ts';
import type { InnerForms } from './field-types/field-definition.ts';
import { FIELD_TYPES } from './field-types/kinds.ts';
import { labelOf } from './labels.ts';
import { normaliseTranslations, present } from './normal-form.ts';
import { PARENT } from './pages/page-path.ts';
import { previewTemplate } from './preview/preview-schema.ts';
import { key, showConditions } from './show-if-schema.ts';
import { blockTranslations, heading, help, icon, label, picture, translations } from './words-schema.ts';
import { normaliseWorkflow, workflowForm } from './workflow/workflow-schema.ts';

type ConstraintsOf = { readonly [Type in FieldType]: z.ZodRawShape };

/** The constraints of each type: what a field of the type may say. */
const constraintsOf = (inner: InnerForms): ConstraintsOf =>
  Object.fromEntries(FIELD_TYPES.map((type) => [type, fieldDefinition(type).constraints(inner)])) as ConstraintsOf;

const blockOf = (fields: z.ZodType) =>
  z.strictObject({
    key,
    label: label.optional(),
    help: help.optional(),
    icon: icon.optional(),
    picture: picture.optional(),
    translations: blockTranslations.optional(),
    fields,
  });

const fieldList: z.ZodType<unknown[]> = z
  .lazy(() => z.array(fieldSchema).min(1).max(200))
  .meta({ id: 'SchemaFields', description: 'Fields, in the order in which editors see them.' });
const constraints = constraintsOf({
  fields: fieldList,
  item: z.lazy(() => itemSchema),
  blocks: z.array(blockOf(fieldList)).min(1).max(100),
});

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

function union(shared: z.ZodRawShape, shapes: ConstraintsOf) {
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

const collectionOf = (fields: z.ZodType<unknown[]>) =>
  z.strictObject({
    key,
    label: label.optional(),
    help: help.optional(),
    icon: icon.optional(),
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
    path: previewTemplate.optional(),
    tree: z.boolean().optional(),
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
type RawCollection = Omit<Partial<CollectionDocument>, 'tree' | 'workflow'> & {
  tree?: boolean;
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
        order: collection.order ?? (collection.tree ? 'manual' : null),
        title_field: collection.title_field ?? null,
        path: collection.path ?? (collection.tree ? TREE_PATH : undefined),
        tree: collection.tree || undefined,
        preview: collection.preview,
        workflow: normaliseWorkflow(collection.workflow),
        fields: fieldsOf(collection).map((field) => normaliseField(field, true, collection.tree)),
        renamed_from: collection.renamed_from,
      }),
    ),
  };
}

/** The path of pages in a tree: the slugs of all pages above, and the own one. */
const TREE_PATH = `/{${PARENT}*.slug}/{slug}`;

/** The fields of a collection, in a tree with the page above. */
function fieldsOf({ key: own, tree, fields }: RawCollection): readonly RawField[] {
  if (!tree || fields.some((field) => field.key === PARENT)) return fields;
  return [...fields, { key: PARENT, type: 'reference', collections: [own] } as RawField];
}

/** @param isInTree whether two pages may have the same slug, below different ones */
function normaliseField(field: RawField, top: boolean, isInTree = false): FieldDocument {
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
    unique: (field.unique ?? (isSlug && !isInTree)) || (isSlug ? false : undefined),
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
  const { normalise } = fieldDefinition(shape.type);
  if (!normalise) return shape;
  return normalise(shape, {
    fields: (fields) => fields.map((field) => normaliseField(field, false)),
    shape: normaliseShape,
  });
}

/** Names of the functions that a config is written with. */
export const BUILDERS: readonly string[] = ['defineConfig', 'collection', ...FIELD_BUILDERS];
