import { useCallback, useEffect, useRef, useState } from 'react';
import { preview as t } from '#messages/preview';
import { PageLink } from './page-link.ts';
import { addSiteFrame, frameOf, insideOf } from './site-frame.ts';
import { type FromWindow, lockOf, openChannel, type ToWindow } from './window-channel.ts';

type Shown = ToWindow & { readonly type: 'show' };

/**
 * A page of a website in a window of its own, for the editor that opened it. It stands between them: the website sees this window,
 * and this one has no way to the editor's but a channel that only pages of the admin have.
 */
export function PreviewWindowPage() {
  const frame = useRef<HTMLIFrameElement>(null);
  const page = useRef<HTMLIFrameElement | null>(null);
  const channel = useRef<BroadcastChannel | null>(null);
  const link = useRef<PageLink | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const origin = shown && new URL(shown.site.url).origin;

  useEffect(() => {
    const name = window.location.hash.slice(1);
    if (!name) return;
    const opened = openChannel(name);
    const gone = new AbortController();
    const say = (message: FromWindow): void => opened.postMessage(message);
    opened.onmessage = ({ data }: MessageEvent<ToWindow>): void => {
      if (data.type === 'say') link.current?.post(data.message);
      else if (data.type === 'show') setShown(data);
      else {
        setShown(null);
        window.close();
      }
    };
    channel.current = opened;
    const held = new Promise<void>((release) => gone.signal.addEventListener('abort', () => release()));
    const isHeld = navigator.locks.request(lockOf(name), { signal: gone.signal }, () => {
      say({ type: 'ready' });
      return held;
    });
    isHeld.catch(() => undefined);
    return () => {
      gone.abort();
      opened.close();
    };
  }, []);

  useEffect(() => {
    if (origin === null) return;
    const hear = (message: (FromWindow & { readonly type: 'heard' })['message']): void =>
      channel.current?.postMessage({ type: 'heard', message } satisfies FromWindow);
    link.current = new PageLink(origin, () => page.current?.contentWindow ?? null, hear);
    return () => link.current?.close();
  }, [origin]);

  const load = useCallback((): void => {
    const inside = insideOf(frame.current);
    if (!inside || !shown) return;
    if (page.current?.isConnected && page.current.ownerDocument === inside) page.current.src = shown.url;
    else page.current = addSiteFrame(inside, { title: t.frame({ site: shown.site.name }), url: shown.url });
  }, [shown, t]);
  useEffect(load, [load]);
  useEffect(() => {
    if (shown) document.title = `${shown.site.name} · Stele`;
  }, [shown]);

  if (origin === null) return null;
  return (
    <iframe
      key={origin}
      ref={frame}
      src={frameOf(origin)}
      title={t.title}
      onLoad={load}
      className="fixed inset-0 block size-full bg-white"
    />
  );
}
