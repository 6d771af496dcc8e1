'use client';

import { useRouter } from 'next/navigation';
import { createContext, useContext, useMemo } from 'react';

const WITHIN = /^\/projects\/([^/?#]+)(?:\/([^?#]*))?/;

/** The screens of the project that is open, as links need to know them. */
export interface KnownScreens {
  /** Whether there's a screen at a path within the project. */
  has(path: string): boolean;
  /** Begins to load its code. */
  preload(path: string): void;
}

const Context = createContext<KnownScreens | null>(null);

export const KnownScreensProvider = Context.Provider;

/** Goes to addresses of the admin. */
export interface Navigate {
  /** Goes there; Back comes back. */
  push(href: string): void;
  /** Goes there instead of here. */
  replace(href: string): void;
  /** Begins to load the code of the screen there. */
  preload(href: string): void;
}

/**
 * Goes to addresses. Screens of the project that is open need nothing from the server but data: the address changes here,
 * also while the server can't be reached.
 */
export function useNavigate(): Navigate {
  const router = useRouter();
  const screens = useContext(Context);
  return useMemo(() => {
    const go = (href: string, how: 'push' | 'replace'): void => {
      const [, from] = WITHIN.exec(window.location.pathname) ?? [];
      const [, to, path = ''] = WITHIN.exec(href) ?? [];
      if (to === undefined || to !== from || !screens?.has(path)) {
        router[how](href);
        return;
      }
      if (how === 'push') window.history.pushState(null, '', href);
      else window.history.replaceState(null, '', href);
      window.scrollTo({ top: 0 });
    };
    return {
      push: (href) => go(href, 'push'),
      replace: (href) => go(href, 'replace'),
      preload: (href) => {
        const [, , path = ''] = WITHIN.exec(href) ?? [];
        screens?.preload(path);
      },
    };
  }, [router, screens]);
}
