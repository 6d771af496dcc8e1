import { DndContext, DragOverlay, MouseSensor, pointerWithin, useSensor, useSensors } from '@dnd-kit/core';
import { type ReactNode, useState } from 'react';
import { library as t } from '#messages/library';
import type { Selection } from '@/ui/use-selection.ts';
import type { Asset } from '../upload/upload-types.ts';
import { NO_FOLDER } from './folder-bar.tsx';

interface LibraryDragProps {
  readonly assets: readonly Asset[];
  readonly selection: Selection<Asset>;
  /** Called with what was dropped on a folder; null for no folder. */
  readonly onDrop: (assets: readonly Asset[], folderId: string | null) => void;
  readonly children: ReactNode;
}

/** Lets files be dragged onto folders with a mouse: one, or all that are selected. Fingers scroll; keys have a dialog. */
export function LibraryDrag({ assets, selection, onDrop, children }: LibraryDragProps) {
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 6 } }));
  const [dragged, setDragged] = useState<readonly Asset[]>([]);
  const [first] = dragged;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={{
        announcements: {
          onDragStart: () => t.dragging({ count: dragged.length || 1 }),
          onDragOver: () => undefined,
          onDragEnd: () => undefined,
          onDragCancel: () => undefined,
        },
      }}
      onDragStart={({ active }) => {
        const one = assets.find(({ id }) => id === active.id);
        if (one) setDragged(selection.ids.has(one.id) ? selection.chosen : [one]);
      }}
      onDragCancel={() => setDragged([])}
      onDragEnd={({ over }) => {
        setDragged([]);
        if (over) onDrop(dragged, String(over.id).startsWith(NO_FOLDER) ? null : String(over.id));
      }}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {first && (
          <span className="inline-flex max-w-60 cursor-grabbing items-center rounded-md bg-accent px-3 py-1.5 text-sm font-medium text-on-accent shadow-pop">
            <span className="truncate">
              {dragged.length > 1 ? t.dragging({ count: dragged.length }) : first.filename}
            </span>
          </span>
        )}
      </DragOverlay>
    </DndContext>
  );
}
