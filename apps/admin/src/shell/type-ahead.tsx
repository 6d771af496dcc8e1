import { useEffect } from 'react';
import { shell } from '#messages/shell';
import { isEnter } from '@/ui/keys.ts';

interface TypeAheadProps {
  readonly text: string;
  readonly onType: (change: (text: string) => string) => void;
  readonly onClose: () => void;
}

/** The palette's input until its code is there: takes typed keys, whatever has the focus. */
export function TypeAhead({ text, onType, onClose }: TypeAheadProps) {
  const t = shell.palette;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key === 'Escape') onClose();
      else if (key === 'Backspace') onType((before) => [...before].slice(0, -1).join(''));
      else if ([...key].length === 1 && !ctrlKey && !metaKey && !altKey) onType((before) => before + key);
      else if (!isEnter(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [onType, onClose]);
  return (
    <div className="fixed inset-0 z-40 bg-black/40">
      <div className="fixed top-[10dvh] left-1/2 h-12 w-[min(36rem,94vw)] -translate-x-1/2 rounded-lg border bg-surface px-4 py-3 text-lg shadow-pop">
        {text || <span className="text-muted">{t.placeholder}</span>}
      </div>
    </div>
  );
}
