const MOST_COLUMNS = 1000;

/** A cell and the columns that it covers: from `start` to the one before `end`. */
interface CellSpan {
  readonly cell: HTMLTableCellElement;
  readonly start: number;
  readonly end: number;
  readonly top: number;
  /** The row below the last one that it covers. */
  readonly bottom: number;
}

/**
 * Gives cells the spans that browsers show. A column in which no cell begins isn't there: pages give a cell that is alone in its row any
 * number, as `colspan="100%"`, for "all columns".
 */
export function cleanSpans(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    const placed = placedIn([...table.rows]);
    if (placed.length === 0) table.replaceWith(...table.querySelectorAll('caption'));
    const starts = [...new Set(placed.map(({ start }) => start))];
    for (const { cell, start, end, top, bottom } of placed) {
      const columns = end - start === 1 ? 1 : starts.filter((one) => one >= start && one < end).length;
      setSpan(cell, 'colspan', columns);
      setSpan(cell, 'rowspan', bottom - top);
    }
  }
}

function placedIn(rows: readonly HTMLTableRowElement[]): readonly CellSpan[] {
  const placed: CellSpan[] = [];
  let above: CellSpan[] = [];
  // Cells end with their part of the table.
  const ends = new Map(rows.map(({ parentElement }, index) => [parentElement, index + 1]));
  for (const [top, row] of rows.entries()) {
    above = above.filter(({ bottom }) => bottom > top);
    const inRow: CellSpan[] = [];
    let start = 0;
    for (const cell of row.cells) {
      for (let over = at(above, start); over; over = at(above, start)) start = over.end;
      const wanted = start + Math.max(1, Math.min(spanOf(cell, 'colspan'), MOST_COLUMNS));
      // Cells of rows above stay whole.
      const end = Math.min(wanted, ...above.map((one) => one.start).filter((one) => one > start));
      const below = (ends.get(row.parentElement) ?? rows.length) - top;
      // 0 is for all further rows.
      inRow.push({ cell, start, end, top, bottom: top + Math.min(spanOf(cell, 'rowspan') || below, below) });
      start = end;
    }
    placed.push(...inRow);
    above.push(...inRow);
  }
  return placed;
}

function at(cells: readonly CellSpan[], column: number): CellSpan | undefined {
  return cells.find(({ start, end }) => column >= start && column < end);
}

/** A span as browsers read it: 1 for what is no number. */
function spanOf(cell: Element, name: 'colspan' | 'rowspan'): number {
  return Number(/^\s*\+?(\d+)/.exec(cell.getAttribute(name) ?? '')?.[1] ?? 1);
}

function setSpan(cell: Element, name: 'colspan' | 'rowspan', span: number): void {
  if (span === 1) cell.removeAttribute(name);
  else cell.setAttribute(name, String(span));
}
