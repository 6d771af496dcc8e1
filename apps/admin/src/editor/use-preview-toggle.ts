import { useCallback, useState } from 'react';
import { recall, remember } from '@/ui/remember.ts';

const KEY = 'stele-preview';
const OPEN = 'open';

/** Whether the website is shown beside the form, remembered in this browser. */
interface PreviewToggle {
  readonly isOpen: boolean;
  /** Null where there can be no preview. */
  readonly toggle: (() => void) | null;
  readonly close: () => void;
}

/** @param isPossible whether this editor can show a preview beside the form */
export function usePreviewToggle(isPossible: boolean): PreviewToggle {
  const [isWanted, setWanted] = useState(() => recall(KEY) === OPEN);
  const want = useCallback((is: boolean): void => {
    remember(KEY, is ? OPEN : 'closed');
    setWanted(is);
  }, []);
  const toggle = useCallback(() => want(!isWanted), [want, isWanted]);
  const close = useCallback(() => want(false), [want]);
  return { isOpen: isPossible && isWanted, toggle: isPossible ? toggle : null, close };
}
