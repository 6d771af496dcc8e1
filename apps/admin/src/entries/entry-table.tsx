// biome-ignore-all lint/a11y/useSemanticElements: an HTML table can't position single rows, as this virtual list does
'use client';

import type { CollectionDocument } from '@stele/schema';
import { useMutation } from '@tanstack/react-query';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { common } from '#messages/common';
import { list as t } from '#messages/list';
import { useTRPC } from '@/api/trpc.ts';
import { useRefresh } from '@/entry/use-entry-actions.ts';
import { withWords } from '@/i18n/load-words.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';
import { useSelection } from '@/ui/use-selection.ts';
import { ColumnHeadings, type ColumnHeadingsProps } from './column-headings.tsx';
import { columnWidths } from './column-widths.ts';
import { useDraggableEntry } from './draggable-entry-context.ts';
import { EntryRow, type EntryRowProps } from './entry-row.tsx';
import type { ListedEntry } from './list-columns.tsx';
import { linkOf, stepOf, useListKeys } from './use-list-keys.ts';
import { useScrollPosition } from './use-scroll-position.ts';

const BulkBar = lazyPart(async () => (await import('./bulk-bar.tsx')).BulkBar);
const SortableEntries = lazy(async () => ({
  default: (await withWords(import('./sortable-entries.tsx'))).SortableEntries,
}));

const ROW_PX = 44;

interface EntryTableProps {
  readonly rows: readonly ListedEntry[];
  readonly columns: readonly (readonly [string, string])[];
  readonly collection: CollectionDocument | null;
  /** The language in which rows are shown and opened; null for the project's default. */
  readonly locale: string | null;
  /** The order of the list; null for none that a heading shows. */
  readonly sort: string | null;
  readonly onSort: ColumnHeadingsProps['onSort'];
  readonly isTrash: boolean;
  /** Whether rows are put in order by dragging. */
  readonly isOrderedByHand: boolean;
  readonly isStale: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Whether the next page was refused. */
  readonly hasFailed: boolean;
  readonly onMore: () => void;
}

/** The rows of entries; only those in sight are rendered. The arrow keys move between them, X selects, and F2 edits a cell. */
export function EntryTable(props: EntryTableProps) {
  const { rows: given, columns, isTrash, isOrderedByHand, hasMore, isLoadingMore, hasFailed, onMore } = props;
  const { project, may, mayEdit } = useProject();
  const maySelect = mayEdit || may('entry.publish');
  const trpc = useTRPC();
  const refresh = useRefresh();
  const [moved, setMoved] = useState<readonly ListedEntry[] | null>(null);
  const rows = moved ?? given;
  // Rows that were moved here are where the server has them, once they're read again.
  useEffect(() => {
    if (given) setMoved(null);
  }, [given]);
  const order = useMutation(
    trpc.entries.order.mutationOptions({
      onSuccess: () => refresh(),
      onError: (error) => {
        setMoved(null);
        tellFailure(t.notReordered, error);
      },
    }),
  );
  const selection = useSelection(rows, maySelect);
  const headings = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: 12,
    getItemKey: (index) => rows[index]?.id ?? index,
    scrollMargin: list.current?.offsetTop ?? 0,
    // Rows in which something is typed stay, wherever one scrolls.
    rangeExtractor: (range) => {
      const edited = [...(list.current?.querySelectorAll<HTMLElement>('[data-edited]') ?? [])]
        .map(({ dataset }) => rows.findIndex(({ id }) => id === dataset.edited))
        .filter((index) => index >= 0);
      return [...new Set([...defaultRangeExtractor(range), ...edited])].sort((a, b) => a - b);
    },
  });
  // After the virtual list, which begins at the top.
  useScrollPosition(props);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && !hasFailed && last >= rows.length - 15) onMore();
  }, [hasMore, isLoadingMore, hasFailed, last, rows.length, onMore]);
  const move = (from: number, to: number): void => {
    const next = rows.toSpliced(from, 1);
    const entry = rows[from];
    if (!entry) return;
    next.splice(to, 0, entry);
    setMoved(next);
    const place = { projectId: project.id, collection_key: entry.collection_key, entry_ids: [entry.id] };
    const undo = (): void => order.mutate({ ...place, after: rows[from - 1]?.id ?? null });
    order.mutate(
      { ...place, after: next[to - 1]?.id ?? null },
      { onSuccess: () => tell(t.reordered, undo, entry.collection_key) },
    );
  };
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index;
    if (at === undefined || (event.target as HTMLElement).matches('input')) return;
    const index = Number(at);
    const isAlone = !event.metaKey && !event.ctrlKey && !event.altKey;
    const step = isAlone ? stepOf(event.key) : 0;
    if (step !== 0) {
      event.preventDefault();
      const next = Math.min(rows.length - 1, Math.max(0, index + step));
      virtual.scrollToIndex(next);
      requestAnimationFrame(() => linkOf(list.current, next)?.focus());
    } else if (event.key === 'e' && isAlone) {
      linkOf(list.current, index)?.click();
    } else if (event.key === 'F2') {
      const place = (event.target as HTMLElement).closest('[role="cell"]:has([data-edit-cell]), [data-index]');
      place?.querySelector<HTMLElement>('[data-edit-cell]')?.click();
    } else if (event.key.toLowerCase() === 'x' && maySelect && !event.metaKey && !event.ctrlKey) {
      selection.toggle(index, event.shiftKey);
    }
  };
  useListKeys(list);
  const keys = columns.map(([key]) => key);
  const title = props.collection?.fields.find(({ key }) => key === props.collection?.title_field)?.label;
  const body = (
    <div
      role="table"
      aria-label={t.region}
      aria-rowcount={hasMore ? -1 : rows.length + 1}
      style={columnWidths({
        columns: keys,
        collection: props.collection,
        locales: project.locales,
        isOrdered: isOrderedByHand,
        isEditable: maySelect,
        isTrash,
      })}
      className="border-y bg-surface sm:rounded-lg sm:border"
    >
      {columns.length > 0 && (
        // The heading stays in sight, which it couldn't within a part that is moved sideways: so it's moved along.
        <div
          ref={headings}
          role="rowgroup"
          className="sticky top-(--bar) z-15 hidden overflow-hidden border-b bg-sunken max-lg:top-[calc(3rem+var(--bar))] sm:block sm:rounded-t-lg"
        >
          <ColumnHeadings
            title={title}
            columns={columns}
            collection={props.collection}
            isOrdered={isOrderedByHand}
            isEditable={maySelect}
            sort={props.sort}
            onSort={props.onSort}
          />
        </div>
      )}
      {/* Columns that don't fit are moved sideways. */}
      <div
        data-list-body
        className={cn('overflow-x-auto sm:rounded-b-lg', columns.length === 0 && 'sm:rounded-t-lg')}
        onScroll={(event) => headings.current?.scrollTo({ left: event.currentTarget.scrollLeft })}
      >
        <div
          role="rowgroup"
          ref={list}
          onKeyDown={press}
          style={{ height: virtual.getTotalSize() }}
          className={cn('relative sm:min-w-[var(--least)]', props.isStale && 'opacity-60 transition-opacity')}
        >
          {items.map((item) => {
            const entry = rows[item.index];
            return (
              entry && (
                <Row
                  key={item.key}
                  entry={entry}
                  index={item.index}
                  start={item.start - virtual.options.scrollMargin}
                  measure={virtual.measureElement}
                  columns={columns}
                  collection={props.collection}
                  locale={props.locale}
                  isTrash={isTrash}
                  isOrdered={isOrderedByHand}
                  isSelected={selection.ids.has(entry.id)}
                  isSelecting={selection.ids.size > 0}
                  onToggle={maySelect ? (isRange) => selection.toggle(item.index, isRange) : null}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
  return (
    <>
      {selection.ids.size > 0 && (
        <BulkBar
          ids={[...selection.ids]}
          rows={rows}
          isTrash={isTrash}
          isAll={selection.ids.size === rows.length}
          onSelectAll={selection.all}
          onClear={selection.clear}
        />
      )}
      {isOrderedByHand ? (
        <Suspense fallback={body}>
          <SortableEntries ids={rows.map(({ id }) => id)} onMove={move}>
            {body}
          </SortableEntries>
        </Suspense>
      ) : (
        body
      )}
      {hasMore && (
        <Button label={common.loadMore} variant="ghost" className="mt-3 w-full" busy={isLoadingMore} onClick={onMore} />
      )}
    </>
  );
}

/** A row that can be dragged, where rows can. */
function Row(props: Omit<EntryRowProps, 'drag'>) {
  const Draggable = useDraggableEntry();
  return Draggable ? <Draggable {...props} /> : <EntryRow {...props} drag={null} />;
}
