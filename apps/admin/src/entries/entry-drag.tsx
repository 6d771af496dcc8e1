import {
  DndContext,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, useState } from 'react';
import { boards as t } from '#messages/boards';
import type { ListedEntry } from './list-columns.tsx';

/** The dragged entry, with the function that moves it. */
interface DraggedEntry {
  readonly entry: ListedEntry;
  readonly title: string;
  readonly moveTo: (place: string) => void;
}

interface EntryDragProps {
  /** Says what the place is called that has an id. */
  readonly nameOf: (place: string) => string;
  readonly children: ReactNode;
}

/** Lets entries be dragged to other places with a mouse. Fingers scroll; they and keys have menus. */
export function EntryDrag({ nameOf, children }: EntryDragProps) {
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 6 } }));
  const [dragged, setDragged] = useState<DraggedEntry | null>(null);
  const titleOf = (data: unknown): string => (data as DraggedEntry).title;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={{
        announcements: {
          onDragStart: ({ active }) => t.dragging({ title: titleOf(active.data.current) }),
          onDragOver: () => undefined,
          onDragEnd: ({ active, over }) =>
            over
              ? t.dropped({ title: titleOf(active.data.current), place: nameOf(String(over.id)) })
              : t.stays({ title: titleOf(active.data.current) }),
          onDragCancel: ({ active }) => t.stays({ title: titleOf(active.data.current) }),
        },
      }}
      onDragStart={({ active }) => setDragged(active.data.current as DraggedEntry)}
      onDragCancel={() => setDragged(null)}
      onDragEnd={({ over }) => {
        setDragged(null);
        if (over) dragged?.moveTo(String(over.id));
      }}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <span className="inline-flex max-w-60 cursor-grabbing items-center rounded-md bg-accent px-3 py-1.5 text-sm font-medium text-on-accent shadow-pop">
            <span className="truncate">{dragged.title}</span>
          </span>
        )}
      </DragOverlay>
    </DndContext>
  );
}

/** Makes an element draggable by a mouse. It says nothing of it to screen readers, which have the menu. */
export function useEntryDrag(data: DraggedEntry, isFixed: boolean) {
  const { listeners, setNodeRef, isDragging } = useDraggable({
    id: data.entry.id,
    data: { ...data },
    disabled: isFixed,
  });
  return { isDragging, props: { ref: setNodeRef, ...listeners } };
}
