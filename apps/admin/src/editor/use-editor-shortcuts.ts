import { type RefObject, useEffect } from 'react';
import { isEnter } from '@/ui/keys.ts';

interface EditorShortcuts {
  /** The editor: shortcuts are its own while the focus is in it, or nowhere. */
  readonly root: RefObject<HTMLElement | null>;
  readonly flush: () => Promise<unknown>;
  /** Null when one may not publish. */
  readonly onPublish: (() => void) | null;
  /** Shows or hides the preview; null where there is none. */
  readonly onPreview: (() => void) | null;
}

/** Ctrl or ⌘ with S saves at once, with Enter opens what would be published, with a period shows the preview. */
export function useEditorShortcuts({ root, flush, onPublish, onPreview }: EditorShortcuts): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey || event.defaultPrevented) return;
      const at = document.activeElement;
      if (at && at !== document.body && !root.current?.contains(at)) return;
      if (event.key === 's') {
        event.preventDefault();
        void flush();
      } else if (isEnter(event) && onPublish) {
        event.preventDefault();
        onPublish();
      } else if (event.key === '.' && onPreview) {
        event.preventDefault();
        onPreview();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [root, flush, onPublish, onPreview]);
}
