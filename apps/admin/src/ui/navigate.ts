import { createContext, useContext, useMemo } from 'react';
import { setReturning } from './scroll-positions.ts';

const Context = createContext<(path: string) => void>(() => undefined);

/** Gives links below it the function that begins to load the code of the screen at a path. */
export const PreloadProvider = Context.Provider;

/** Goes to addresses of the admin. */
interface Navigate {
  /** Goes there; Back returns here. A list that is returned to is shown where it was left. */
  push(href: string, options?: { readonly returns?: boolean }): void;
  /** Goes there instead of here. */
  replace(href: string): void;
  /** Begins to load the code of the screen there. */
  preload(href: string): void;
}

/** Goes to addresses. The address changes here, also while the server can't be reached: screens need nothing of it but data. */
export function useNavigate(): Navigate {
  const preload = useContext(Context);
  return useMemo(
    () => ({
      push(href, { returns = false } = {}) {
        setReturning(returns);
        // First, since the browser keeps with it how far this screen is scrolled.
        window.history.pushState(null, '', href);
        window.scrollTo({ top: 0 });
      },
      replace(href) {
        window.history.replaceState(null, '', href);
        window.scrollTo({ top: 0 });
      },
      preload: (href) => preload(new URL(href, window.location.href).pathname),
    }),
    [preload],
  );
}
