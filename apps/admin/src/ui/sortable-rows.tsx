import {
  type Active,
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  type Over,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { GripVertical } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { fields } from '#messages/fields';

interface SortableRowsProps {
  /** Keys of the rows, in order; they stay with their rows. */
  readonly keys: readonly string[];
  readonly onMove: (from: number, to: number) => void;
  readonly children: ReactNode;
}

/** Rows that are put in order by dragging, or with the keyboard. */
export function SortableRows({ keys, onMove, children }: SortableRowsProps) {
  const t = fields.rows;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const say = (words: typeof t.isAt, active: Active, over: Over | null): string =>
    words({
      name: String(active.data.current?.name),
      place: keys.indexOf(String((over ?? active).id)) + 1,
      count: keys.length,
    });
  const announcements: Announcements = {
    // The first place is announced by `onDragOver`, once the rows are measured: only then do keys move it.
    onDragStart: () => undefined,
    onDragOver: ({ active, over }) => say(t.isAt, active, over),
    onDragEnd: ({ active, over }) => (over ? say(t.wasPut, active, over) : say(t.stays, active, null)),
    onDragCancel: ({ active }) => say(t.stays, active, null),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t.dragHelp } }}
      onDragEnd={({ active, over }) => {
        if (over && active.id !== over.id) onMove(keys.indexOf(String(active.id)), keys.indexOf(String(over.id)));
      }}
    >
      <SortableContext items={keys as string[]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/** Props of a row that can be dragged, and the handle that drags it. */
interface SortableRow {
  readonly ref: (element: HTMLElement | null) => void;
  readonly style: CSSProperties;
  readonly isDragging: boolean;
  readonly handle: ReactNode;
}

/** A row that can be dragged by a handle. */
export function useSortableRow(id: string, name: string, isFixed: boolean): SortableRow {
  const t = fields.rows;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: isFixed,
    data: { name },
  });
  return {
    ref: setNodeRef,
    isDragging,
    style: {
      transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined,
      transition,
      zIndex: isDragging ? 1 : undefined,
    },
    handle: isFixed ? null : (
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={t.move({ name })}
        className="relative z-10 flex size-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-foreground max-sm:size-10"
      >
        <GripVertical className="size-4" aria-hidden />
      </button>
    ),
  };
}
