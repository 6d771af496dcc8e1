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

/**
 * @param isPossible whether this editor can show a preview beside the form
 * @param hasPages whether entries of the collection have pages: for others it opens only when it's asked for
 */
export function usePreviewToggle(isPossible: boolean, hasPages: boolean): PreviewToggle {
  const [isWanted, setWanted] = useState(() => hasPages && recall(KEY) === OPEN);
  const want = useCallback(
    (is: boolean): void => {
      if (hasPages) remember(KEY, is ? OPEN : 'closed');
      setWanted(is);
    },
    [hasPages],
  );
  const toggle = useCallback(() => want(!isWanted), [want, isWanted]);
  const close = useCallback(() => want(false), [want]);
  return { isOpen: isPossible && isWanted, toggle: isPossible ? toggle : null, close };
}
