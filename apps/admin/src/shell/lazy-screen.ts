import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { withWords } from '@/i18n/load-words.ts';

/** A component whose code comes when it's first needed. */
export interface LazyScreen<Props> {
  readonly Component: LazyExoticComponent<ComponentType<Props>>;
  /** Begins to load its code. */
  preload(): void;
}

/** A component that is loaded once, and again after that has failed. */
export function lazyScreen<Props>(load: () => Promise<ComponentType<Props>>): LazyScreen<Props> {
  let loading: ReturnType<typeof load> | null = null;
  const once = (): ReturnType<typeof load> => {
    loading ??= withWords(load()).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  return {
    Component: lazy(async () => ({ default: await once() })),
    preload: () => void once().catch(() => undefined),
  };
}
