import type { CollectionDocument, FieldType } from '@stele/schema';
import type { CSSProperties } from 'react';

/** The shape of a list: its columns besides titles, and the controls of its rows. */
interface ListShape {
  /** Keys of its columns, in order. */
  readonly columns: readonly string[];
  readonly collection: CollectionDocument | null;
  readonly locales: readonly string[];
  /** Whether rows are put in order by dragging. */
  readonly isOrdered: boolean;
  /** Whether rows can be selected, and have a menu. */
  readonly isEditable: boolean;
  readonly isTrash: boolean;
}

/** Widths in rem: the least and the most, or the share of what is left. */
type Width = readonly [least: number, most: number | `${number}fr`];

const TITLE: Width = [14, '2fr'];
const FIELD: Width = [7, '1fr'];
/** Days and moments are never cut. */
const FIELDS: Partial<Record<FieldType, Width>> = {
  date: [8.25, 10],
  datetime: [9.75, 11],
  boolean: [4.5, 6],
  integer: [4.5, 7],
  number: [4.5, 7],
  asset: [4.5, 6],
  assets: [4.5, 6],
};
const TIME: Readonly<Record<string, Width>> = { edited: [10, 13], created: [8, 11] };
const HANDLE = 2;
const BOX = 1;
const MENU = 1.75;
const GAP = 0.75;
const EDGES = 2 * 0.75;

/**
 * The widths of a list's columns, as custom properties of CSS: `--columns` for grids, and `--least`, below which a list is moved
 * sideways. They depend on nothing that a row says, so that all rows have the same.
 */
export function columnWidths(shape: ListShape): CSSProperties {
  const { isEditable, isTrash } = shape;
  const widths = widthsOf(shape);
  const tracks = widths.map(
    ([least, most]) => `minmax(${least}rem, ${typeof most === 'string' ? most : `${most}rem`})`,
  );
  // When it's removed for good.
  if (isTrash) tracks.splice(isEditable ? -1 : tracks.length, 0, 'auto');
  return { '--columns': tracks.join(' '), '--least': isTrash ? '0' : `${sumOf(widths)}rem` } as CSSProperties;
}

/** The least room in rem that a list needs to show all its columns. */
export function leastWidth(shape: ListShape): number {
  return sumOf(widthsOf(shape));
}

function sumOf(widths: readonly Width[]): number {
  return widths.reduce((sum, [one]) => sum + one, EDGES + GAP * (widths.length - 1));
}

function widthsOf({ columns, collection, locales, isOrdered, isEditable }: ListShape): Width[] {
  return [
    ...(isOrdered ? [fixed(HANDLE)] : []),
    ...(isEditable ? [fixed(BOX)] : []),
    TITLE,
    ...columns.map((key) => {
      const type = collection?.fields.find((field) => `field.${field.key}` === key)?.type;
      return key === 'languages' ? languagesWidth(locales) : (TIME[key] ?? (type && FIELDS[type]) ?? FIELD);
    }),
    ...(isEditable ? [fixed(MENU)] : []),
  ];
}

function fixed(width: number): Width {
  return [width, width];
}

/** A sign and a code for each language; the codes go on in a second line where there are many. */
function languagesWidth(locales: readonly string[]): Width {
  const all = locales.reduce((sum, { length }) => sum + 1.75 + 0.6 * length, 0);
  const most = Math.max(6, Math.ceil(all));
  return [Math.min(most, 9), most];
}
