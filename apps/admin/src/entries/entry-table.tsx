// biome-ignore-all lint/a11y/useSemanticElements: an HTML table can't position single rows, as this virtual list does
'use client';

import type { CollectionDocument } from '@stele/schema';
import { useMutation } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTRPC } from '@/api/trpc.ts';
import { useRefresh } from '@/entry/use-entry-actions.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';
import { ColumnHeadings } from './column-headings.tsx';
import { columnWidths } from './column-widths.ts';
import { useDraggableEntry } from './draggable-entry-context.ts';
import { EntryRow, type EntryRowProps } from './entry-row.tsx';
import type { ListedEntry } from './list-columns.tsx';

const BulkBar = lazyPart(async () => (await import('./bulk-bar.tsx')).BulkBar);
const SortableEntries = lazy(async () => ({ default: (await import('./sortable-entries.tsx')).SortableEntries }));

const ROW_PX = 44;

interface EntryTableProps {
  readonly rows: readonly ListedEntry[];
  readonly columns: readonly (readonly [string, string])[];
  readonly collection: CollectionDocument | null;
  readonly isTrash: boolean;
  /** Whether rows are put in order by dragging. */
  readonly isOrderedByHand: boolean;
  readonly isStale: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
}

/** Rows of entries, of which only those in sight are drawn. Arrow keys go through them, X selects. */
export function EntryTable(props: EntryTableProps) {
  const { rows: given, columns, isTrash, isOrderedByHand, hasMore, isLoadingMore, onMore } = props;
  const { project, mayEdit } = useProject();
  const { list: t, common } = useMessages();
  const trpc = useTRPC();
  const refresh = useRefresh();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [moved, setMoved] = useState<readonly ListedEntry[] | null>(null);
  const rows = moved ?? given;
  // What was moved here is what the server has, once it's read again.
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
  const list = useRef<HTMLDivElement>(null);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: 12,
    getItemKey: (index) => rows[index]?.id ?? index,
    scrollMargin: list.current?.offsetTop ?? 0,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && last >= rows.length - 15) onMore();
  }, [hasMore, isLoadingMore, last, rows.length, onMore]);
  const toggle = (id: string): void =>
    setSelected((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
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
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next = Math.min(rows.length - 1, Math.max(0, index + (event.key === 'ArrowDown' ? 1 : -1)));
      virtual.scrollToIndex(next);
      requestAnimationFrame(() =>
        list.current?.querySelector<HTMLElement>(`[data-index="${next}"] a[data-entry-link]`)?.focus(),
      );
    } else if (event.key === 'x' && mayEdit && !event.metaKey && !event.ctrlKey) {
      const id = rows[index]?.id;
      if (id) toggle(id);
    }
  };
  const keys = columns.map(([key]) => key);
  const title = props.collection?.fields.find(({ key }) => key === props.collection?.title_field)?.label;
  const body = (
    // What doesn't fit is moved sideways.
    <div className="overflow-x-auto border-y bg-surface sm:rounded-lg sm:border">
      <div
        role="table"
        aria-label={t.region}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        style={columnWidths({
          columns: keys,
          locales: project.locales,
          isOrdered: isOrderedByHand,
          isEditable: mayEdit,
          isTrash,
        })}
        className="sm:min-w-[var(--least)]"
      >
        {columns.length > 0 && (
          <ColumnHeadings title={title} columns={columns} isOrdered={isOrderedByHand} isEditable={mayEdit} />
        )}
        <div
          role="rowgroup"
          ref={list}
          onKeyDown={press}
          style={{ height: virtual.getTotalSize() }}
          className={cn('relative', props.isStale && 'opacity-60 transition-opacity')}
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
                  isTrash={isTrash}
                  isOrdered={isOrderedByHand}
                  isSelected={selected.has(entry.id)}
                  isSelecting={selected.size > 0}
                  onToggle={mayEdit ? () => toggle(entry.id) : null}
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
      {selected.size > 0 && (
        <BulkBar
          ids={[...selected]}
          rows={rows}
          isTrash={isTrash}
          isAll={selected.size === rows.length}
          onSelectAll={() => setSelected(new Set(rows.map(({ id }) => id)))}
          onClear={() => setSelected(new Set())}
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
