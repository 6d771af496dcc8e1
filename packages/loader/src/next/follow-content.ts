'use client';
import { useRouter } from 'next/navigation.js';
import { useEffect } from 'react';
import { META_NAME } from '../content/snapshot-mark.ts';

/** The used part of browsers, whose types the rest of this package has no use for. */
declare const document: {
  readonly hidden: boolean;
  querySelector(selector: string): { readonly content?: string } | null;
};

/** Options of `FollowContent`. */
export interface FollowContentOptions {
  /** Where the route of `snapshotRoute` is; `/.well-known/stele.json` by default. */
  readonly route?: string | undefined;
  /** Milliseconds between checks; 1,000 by default. */
  readonly interval?: number | undefined;
}

/** After a failure, checks wait this many times as long. */
const PATIENCE = 5;

/**
 * Renders the page that a developer sees again when something is published: `<FollowContent />` in the layout. Works in
 * `next dev` only, while the page is visible. A failing check is tried again, and the browser's console says so once.
 */
export function FollowContent({ route = '/.well-known/stele.json', interval = 1000 }: FollowContentOptions): null {
  const { refresh } = useRouter();
  useEffect(() => {
    if (process.env.NODE_ENV !== 'development') return;
    let shown: unknown = document.querySelector(`meta[name="${META_NAME}"]`)?.content;
    let failing = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new AbortController();
    const look = async (): Promise<void> => {
      const answer = await fetch(route, { signal: over.signal });
      if (!answer.ok) throw new Error(`${route} answered ${answer.status}`);
      const { snapshot_id: live } = (await answer.json()) as { readonly snapshot_id: unknown };
      if (shown !== undefined && live !== shown) refresh();
      shown = live;
    };
    const again = async (): Promise<void> => {
      try {
        if (!document.hidden) await look();
        failing = false;
      } catch (error) {
        if (over.signal.aborted) return;
        const reason = error instanceof Error ? error.message : String(error);
        if (!failing) console.warn(`[stele] This page can't follow what is published, and tries again: ${reason}.`);
        failing = true;
      }
      timer = setTimeout(() => void again(), failing ? interval * PATIENCE : interval);
    };
    void again();
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [refresh, route, interval]);
  return null;
}
