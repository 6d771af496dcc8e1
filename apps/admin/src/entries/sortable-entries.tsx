import type { ReactNode } from 'react';
import { common } from '#messages/common';
import { SortableRows, useSortableRow } from '@/ui/sortable-rows.tsx';
import { DraggableEntryProvider } from './draggable-entry-context.ts';
import { EntryRow, type EntryRowProps } from './entry-row.tsx';

interface SortableEntriesProps {
  readonly ids: readonly string[];
  readonly onMove: (from: number, to: number) => void;
  readonly children: ReactNode;
}

/** Lets the rows within be dragged into another order: in a chunk of its own, for lists that are ordered by hand. */
export function SortableEntries({ ids, onMove, children }: SortableEntriesProps) {
  return (
    <SortableRows keys={ids} onMove={onMove}>
      <DraggableEntryProvider value={DraggableEntry}>{children}</DraggableEntryProvider>
    </SortableRows>
  );
}

function DraggableEntry(props: Omit<EntryRowProps, 'drag'>) {
  const drag = useSortableRow(props.entry.id, props.entry.title || common.untitled, false);
  return <EntryRow {...props} drag={drag} />;
}
