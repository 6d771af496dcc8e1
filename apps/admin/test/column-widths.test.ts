import type { CollectionDocument } from '@stele/schema';
import { expect, it } from 'vitest';
import { columnWidths, leastWidth } from '@/entries/column-widths.ts';
import { usualColumns } from '@/entries/usual-columns.ts';

const collection = {
  key: 'posts',
  fields: [
    { key: 'day', type: 'date' },
    { key: 'seen', type: 'boolean' },
    { key: 'kind', type: 'select' },
  ],
} as unknown as CollectionDocument;

const widths = (columns: readonly string[], shape: object = {}): unknown =>
  columnWidths({
    columns,
    collection,
    locales: ['en', 'de'],
    isOrdered: false,
    isEditable: false,
    isTrash: false,
    ...shape,
  });
const TITLE = 'minmax(14rem, 2fr)';

it.each([
  ['field.day', 'minmax(8.25rem, 10rem)', 8.25],
  ['field.seen', 'minmax(4.5rem, 6rem)', 4.5],
  ['field.kind', 'minmax(7rem, 1fr)', 7],
  ['edited', 'minmax(10rem, 13rem)', 10],
  ['languages', 'minmax(6rem, 6rem)', 6],
  ['author', 'minmax(7rem, 1fr)', 7],
])('gives the column %s its width', (key, track, least) => {
  expect(widths([key])).toEqual({ '--columns': `${TITLE} ${track}`, '--least': `${14 + least + 1.5 + 0.75}rem` });
});

it('keeps room for what rows have besides, in their order', () => {
  const [handle, box, menu] = ['minmax(2rem, 2rem)', 'minmax(1rem, 1rem)', 'minmax(1.75rem, 1.75rem)'];
  const ordered = widths([], { isOrdered: true, isEditable: true });
  expect(ordered).toMatchObject({ '--columns': `${handle} ${box} ${TITLE} ${menu}` });
  expect(widths([], { isEditable: true, isTrash: true })).toEqual({
    '--columns': `${box} ${TITLE} auto ${menu}`,
    '--least': '0',
  });
});

it('shows fewer fields by itself where there is little room, at last also what the list is sorted by and when it was edited', () => {
  const sorted = { ...collection, order: { field: 'kind' } } as unknown as CollectionDocument;
  const shape = { collection: sorted, locales: ['en', 'de'], isOrdered: false, isEditable: true, isTrash: false };
  const shown = (room: number) => {
    return usualColumns(sorted, null, shape.locales, (columns) => leastWidth({ ...shape, columns }) <= room);
  };
  expect(shown(100)).toEqual(['field.kind', 'field.day', 'languages', 'edited']);
  expect(shown(50)).toEqual(['field.kind', 'languages', 'edited']);
  expect(shown(40)).toEqual(['languages', 'edited']);
  expect(shown(10)).toEqual(['languages']);
});
