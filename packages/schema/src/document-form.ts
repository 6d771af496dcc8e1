import { z } from 'zod';
import type { FieldType } from './document.ts';
import { documentForm, partForms } from './document-schema.ts';
import { fieldDefinition } from './field-types/definitions.ts';
import { FIELD_TYPES } from './field-types/kinds.ts';
import { checkForm } from './form-issues.ts';
import { IssueLog, type Path } from './issues.ts';
import { isRecord } from './own-value.ts';

/** How many fields all collections of a schema have together, with those inside of others: reading them takes a while. */
const MOST_FIELDS = 4_000;

/** Issues of the form of a schema document from any source: the first hundred, and how many more. */
export function findFormIssues(input: unknown): IssueLog {
  const log = new IssueLog();
  const count = countFields(input);
  if (count > MOST_FIELDS) {
    log.add(['collections'], `A schema has at most ${MOST_FIELDS} fields in all, and this one has ${count}.`);
    return log;
  }
  checkForm(partForms.document, input, [], log);
  each(input, 'collections', [], (collection, path) => {
    checkForm(partForms.collection, collection, path, log);
    fields(collection, path, log);
  });
  return log;
}

/** A document form that collects few issues, however much is wrong. */
const BoundedDocument: z.core.$constructor<typeof documentForm> = z.core.$constructor(
  'BoundedDocument',
  (inst, def) => {
    z.ZodObject.init(inst as z.ZodObject, def as z.core.$ZodObjectDef);
    const { parse } = inst._zod;
    inst._zod.parse = (payload, ctx) => {
      const input: unknown = payload.value;
      const { issues, more } = findFormIssues(input);
      if (issues.length === 0) return parse(payload, ctx);
      for (const { path, message } of issues) payload.issues.push({ code: 'custom', path: [...path], message, input });
      if (more > 0) {
        const message = `There are ${more} more.`;
        payload.issues.push({ code: 'custom', path: [], message, params: { more }, input });
      }
      return payload;
    };
  },
);

/** The form of a schema document as it's pushed, before `parseSchema` checks its meaning. */
export const schemaInput = new BoundedDocument(documentForm._zod.def).meta({
  id: 'SchemaDocument',
  description: 'Everything that entries may hold.',
  examples: [
    {
      format: 1,
      collections: [
        {
          key: 'posts',
          label: 'Posts',
          singleton: false,
          order: { field: 'date', direction: 'desc' },
          title_field: 'title',
          fields: [
            { key: 'title', type: 'text', label: 'Title', required: true, localized: true, max: 120 },
            { key: 'date', type: 'date', label: 'Date', required: true, localized: false },
          ],
        },
      ],
    },
  ],
});

/** Visits the items of a list that an object has, unless the list is longer than any may be. */
function each(holder: unknown, key: string, path: Path, visit: (item: unknown, path: Path) => void): void {
  const list = isRecord(holder) ? holder[key] : undefined;
  if (!Array.isArray(list) || list.length > MOST_PARTS) return;
  for (const [index, item] of list.entries()) visit(item, [...path, key, index]);
}

const MOST_PARTS = 200;

function countFields(document: unknown): number {
  let count = 0;
  const look = (shape: unknown): void => {
    const { fields: own, of, types } = isRecord(shape) ? shape : {};
    if (Array.isArray(own)) {
      count += own.length;
      for (const field of own) look(field);
    }
    if (Array.isArray(types)) for (const type of types) look(type);
    if (isRecord(of)) look(of);
  };
  each(document, 'collections', [], look);
  return count;
}

function fields(holder: unknown, path: Path, log: IssueLog): void {
  each(holder, 'fields', path, (field, place) => {
    checkForm(partForms.field, field, place, log);
    within(field, place, log);
  });
}

/** Checks the fields or the item within a field or a list's item. */
function within(shape: unknown, path: Path, log: IssueLog): void {
  const { type, of } = isRecord(shape) ? shape : {};
  const inner = isFieldType(type) ? fieldDefinition(type).inner : undefined;
  if (inner === 'fields') fields(shape, path, log);
  if (inner === 'item') {
    const place = [...path, 'of'];
    checkForm(partForms.item, of, place, log);
    within(of, place, log);
  }
  if (inner !== 'blocks') return;
  each(shape, 'types', path, (block, place) => {
    checkForm(partForms.block, block, place, log);
    fields(block, place, log);
  });
}

function isFieldType(type: unknown): type is FieldType {
  return (FIELD_TYPES as readonly unknown[]).includes(type);
}
