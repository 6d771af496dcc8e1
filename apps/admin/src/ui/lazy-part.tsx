import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { withWords } from '@/i18n/load-words.ts';

/** Callbacks by which dialogs and menus close. */
interface Closing {
  readonly onClose?: () => void;
  readonly onOpenChange?: (open: boolean) => void;
}

let report: (failure: unknown) => void = () => undefined;

/** Sets the function that reports a part that couldn't be loaded. */
export function onPartFailed(say: (failure: unknown) => void): void {
  report = say;
}

/** Says that a part couldn't be loaded; what it belongs to stays as it is. */
export function partFailed(failure: unknown): void {
  report(failure);
}

/**
 * A component whose code and words are loaded when it's first shown. When that fails, as without a network, it closes again if it can be closed,
 * and what it belongs to stays; otherwise it's tried again once the browser is online.
 *
 * @param meanwhile shown in its place until it's there
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const latest = useRef<Closing>(props);
    latest.current = props;
    useEffect(() => {
      if (Part) return;
      let isThere = true;
      const take = (part: ComponentType<Props>): void => {
        loaded = part;
        if (isThere) setPart(() => part);
      };
      const fail = (failure: unknown): void => {
        if (!isThere) return;
        partFailed(failure);
        latest.current.onClose?.();
        latest.current.onOpenChange?.(false);
      };
      const begin = (): void => void withWords(load()).then(take, fail);
      begin();
      window.addEventListener('online', begin);
      return () => {
        isThere = false;
        window.removeEventListener('online', begin);
      };
    }, [Part]);
    return Part ? <Part {...props} /> : meanwhile;
  };
}
