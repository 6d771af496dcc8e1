import type { EditorMessage, PageMessage } from '@stele/schema';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Link } from './preview-session.ts';
import { type FromWindow, lockOf, openChannel, type ToWindow, windowAddress } from './window-channel.ts';

/** A window that shows a page beside the editor. */
export interface PreviewWindow {
  /** Has it load a page of a website. */
  show(site: { readonly name: string; readonly url: string }, url: string): void;
  /** Speaks with the page in it. */
  link(hear: (message: PageMessage) => void): Link;
}

/**
 * The window that shows the page beside the frame, or null while there's none; and a function that opens one. The window is the
 * admin's own, and in a group of its own: neither it nor the website in it can reach the editor's window.
 */
export function usePreviewWindow(): readonly [PreviewWindow | null, () => void] {
  const last = useRef<() => void>(() => undefined);
  const [there, setThere] = useState<PreviewWindow | null>(null);
  useEffect(() => () => last.current(), []);
  const open = useCallback((): void => {
    last.current();
    setThere(null);
    last.current = openWindow(setThere);
  }, []);
  return [there, open];
}

/** @param changed called with the window when it opens or reloads, and with null when it's gone. @returns a function that closes it */
function openWindow(changed: (there: PreviewWindow | null) => void): () => void {
  const name = crypto.randomUUID();
  const channel = openChannel(name);
  const end = new AbortController();
  const say = (message: ToWindow): void => channel.postMessage(message);
  const listeners = new Set<(message: PageMessage) => void>();
  const newWindow = (): PreviewWindow => ({
    show: ({ name: of, url: origin }, url) => say({ type: 'show', site: { name: of, url: origin }, url }),
    link: (hear) => {
      listeners.add(hear);
      return {
        post: (message: EditorMessage) => say({ type: 'say', message }),
        close: () => void listeners.delete(hear),
      };
    },
  });
  channel.onmessage = ({ data }: MessageEvent<FromWindow>): void => {
    if (data.type === 'heard') {
      for (const hear of listeners) hear(data.message);
      return;
    }
    changed(newWindow());
    // The window holds the lock as long as it's there, however it ends.
    const isGone = navigator.locks.request(lockOf(name), { signal: end.signal }, () => changed(null));
    isGone.catch(() => undefined);
  };
  window.open(windowAddress(name), '_blank', 'popup,noopener,width=1024,height=800');
  return () => {
    say({ type: 'end' });
    end.abort();
    channel.close();
  };
}
