// biome-ignore-all lint/a11y/useSemanticElements: an HTML table can't position single rows, as this virtual list does
'use client';

import type { CollectionDocument } from '@stele/schema';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef } from 'react';
import { list as t } from '#messages/list';
import { cn } from '@/ui/cn.ts';
import { useOneStop } from '@/ui/use-one-stop.ts';
import type { ListQuery } from './list-query.ts';
import { sortOf } from './usual-columns.ts';

export interface ColumnHeadingsProps {
  /** The heading of the first column. */
  readonly title: string | undefined;
  readonly columns: readonly (readonly [string, string])[];
  readonly collection: CollectionDocument | null;
  readonly isOrdered: boolean;
  readonly isEditable: boolean;
  /** The order of the list; null for none that a heading shows. */
  readonly sort: string | null;
  /** Null where the list can't be sorted. */
  readonly onSort: ((sort: ListQuery['sort']) => void) | null;
}

/** Headings of a list's columns, which sort it. A phone shows no columns. */
export function ColumnHeadings(props: ColumnHeadingsProps) {
  const { title, columns, collection, isOrdered, isEditable, sort, onSort } = props;
  const row = useRef<HTMLDivElement>(null);
  const press = useOneStop(row, 'row');
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: a heading isn't interactive
    <div
      ref={row}
      onKeyDown={press}
      role="row"
      aria-rowindex={1}
      className="grid min-w-[var(--least)] grid-cols-[var(--columns)] gap-x-3 px-3 text-xs font-medium text-muted"
    >
      {isOrdered && <span role="cell" />}
      {isEditable && <span role="cell" />}
      {[['title', title ?? t.title] as const, ...columns].map(([key, label]) => {
        const own = onSort && sortOf(key, collection);
        const isSorted = own !== null && sort !== null && base(sort) === base(own);
        const isDescending = isSorted && directionOf(sort, collection) === 'desc';
        const Arrow = isDescending ? ArrowDown : ArrowUp;
        return (
          // biome-ignore lint/a11y/useFocusableInteractive: the button in it takes the focus
          <span
            key={key}
            role="columnheader"
            title={label}
            {...(own && { 'aria-sort': !isSorted ? 'none' : isDescending ? 'descending' : 'ascending' })}
            className="flex min-w-0 items-center py-2"
          >
            {own ? (
              <button
                type="button"
                className={cn(
                  '-my-1 flex min-w-0 items-center gap-1 py-1 hover:text-foreground',
                  isSorted && 'text-foreground',
                )}
                onClick={() => onSort?.((isSorted ? reverse(sort) : own) as ListQuery['sort'])}
              >
                <span className="truncate">{label}</span>
                {isSorted && <Arrow className="size-3.5 shrink-0" aria-hidden />}
              </button>
            ) : (
              <span className="truncate">{label}</span>
            )}
          </span>
        );
      })}
      {isEditable && <span role="cell" />}
    </div>
  );
}

function base(sort: string): string {
  return sort.replace('-', '');
}

function reverse(sort: string): string {
  return sort.startsWith('-') ? base(sort) : `-${sort}`;
}

/** Which way values of a column go. A collection's own order says it itself. */
function directionOf(sort: string, collection: CollectionDocument | null): 'asc' | 'desc' {
  const order = collection?.order;
  const isOwnDescending = base(sort) === 'order' && typeof order === 'object' && order?.direction === 'desc';
  return sort.startsWith('-') === isOwnDescending ? 'asc' : 'desc';
}
