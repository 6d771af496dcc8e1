import type { ReactNode } from 'react';

interface NumbersTableProps {
  readonly label: string;
  /** The first column has names, all others have numbers. */
  readonly head: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** A table of numbers; on a phone it's moved sideways within its frame. */
export function NumbersTable({ label, head, rows }: NumbersTableProps) {
  const align = (column: number): string => (column === 0 ? 'text-start' : 'text-end tabular-nums');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-lg border bg-surface">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b">
            {head.map((name, column) => (
              <th
                key={name}
                scope="col"
                className={`px-4 py-2 font-medium text-muted whitespace-nowrap ${align(column)}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, column) => (
                <td key={head[column]} className={`px-4 py-2 ${align(column)}`}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
