import type { CollectionDocument, FieldDocument } from '@stele/schema';
import { viewOf } from '@/field-types/views.ts';
import type { listInput } from './list-input.ts';
import { LIST_VIEWS } from './list-query.ts';

/** A way to look at entries other than the table. */
export type ListView = (typeof LIST_VIEWS)[number];

/** The properties that boards and calendars share. */
export interface ListViewProps {
  readonly collection: CollectionDocument;
  /** The request of the list. */
  readonly input: ReturnType<typeof listInput>;
  /** The language in which entries are shown and opened; null for the project's default. */
  readonly locale: string | null;
}

/** The fields by whose days a calendar can show entries. */
export function dayFields({ fields }: CollectionDocument): readonly FieldDocument[] {
  return fields.filter(({ type }) => viewOf(type).tells === 'day');
}

/** How entries of a collection can be shown besides as a table: by the states of its workflow, by days that they have. */
export function viewsOf(collection: CollectionDocument | null): readonly ListView[] {
  if (!collection) return [];
  const board = Boolean(collection.workflow);
  const has = { board, calendar: board || dayFields(collection).length > 0 };
  return LIST_VIEWS.filter((view) => has[view]);
}
