// biome-ignore-all lint/a11y/useSemanticElements: an HTML table can't position single rows, as this virtual list does
'use client';

import { useMessages } from '@/i18n/language-context.ts';

interface ColumnHeadingsProps {
  /** What the first column is called. */
  readonly title: string | undefined;
  readonly columns: readonly (readonly [string, string])[];
  readonly isOrdered: boolean;
  readonly isEditable: boolean;
}

/** Headings of a list's columns. A phone shows no columns. */
export function ColumnHeadings({ title, columns, isOrdered, isEditable }: ColumnHeadingsProps) {
  const t = useMessages().list;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: a heading isn't interactive
    <div
      role="row"
      aria-rowindex={1}
      className="hidden border-b bg-sunken px-3 py-2 text-xs font-medium text-muted sm:grid sm:grid-cols-[var(--columns)] sm:gap-x-3"
    >
      {isOrdered && <span role="cell" />}
      {isEditable && <span role="cell" />}
      {[['title', title ?? t.title] as const, ...columns].map(([key, label]) => (
        // biome-ignore lint/a11y/useFocusableInteractive: a heading isn't interactive
        <span key={key} role="columnheader" title={label} className="truncate">
          {label}
        </span>
      ))}
      {isEditable && <span role="cell" />}
    </div>
  );
}
