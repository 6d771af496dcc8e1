import { type ClipboardEvent, type DragEvent, useState } from 'react';

/** State and handlers of an element that takes dropped files, and files pasted while the focus is in it. */
interface FileDrop {
  readonly isOver: boolean;
  readonly handlers: {
    readonly onDragOver?: (event: DragEvent) => void;
    readonly onDragLeave?: (event: DragEvent) => void;
    readonly onDrop?: (event: DragEvent) => void;
    readonly onPaste?: (event: ClipboardEvent) => void;
  };
}

/** Lets files be dropped and pasted. Pastes and drags without a file go their usual way. */
export function useFileDrop(onFiles: ((files: File[]) => void) | null): FileDrop {
  const [isOver, setOver] = useState(false);
  if (!onFiles) return { isOver: false, handlers: {} };
  return {
    isOver,
    handlers: {
      onDragOver: (event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.stopPropagation();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      },
      onDragLeave: (event) => {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget))
          setOver(false);
      },
      onDrop: (event) => {
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length === 0) return;
        event.preventDefault();
        event.stopPropagation();
        onFiles(files);
      },
      onPaste: (event) => {
        const files = [...event.clipboardData.files];
        if (files.length === 0) return;
        event.preventDefault();
        event.stopPropagation();
        onFiles(files);
      },
    },
  };
}
