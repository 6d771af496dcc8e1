import { type RefObject, useEffect } from 'react';

interface EditorShortcuts {
  /** The editor: shortcuts are its own while the focus is in it, or nowhere. */
  readonly root: RefObject<HTMLElement | null>;
  readonly readOnly: boolean;
  readonly flush: () => Promise<unknown>;
  readonly onPublish: () => void;
}

/** Ctrl or ⌘ with S saves at once, with Enter opens what would be published. */
export function useEditorShortcuts({ root, readOnly, flush, onPublish }: EditorShortcuts): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey || event.defaultPrevented) return;
      const at = document.activeElement;
      if (at && at !== document.body && !root.current?.contains(at)) return;
      if (event.key === 's') {
        event.preventDefault();
        void flush();
      } else if (event.key === 'Enter' && !readOnly) {
        event.preventDefault();
        onPublish();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [root, readOnly, flush, onPublish]);
}
