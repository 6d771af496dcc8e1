/** A refused stream is opened again after this time, which doubles with each attempt. */
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;
/** A hidden tab closes its connection after this time: browsers open only a few to one server. */
const HIDDEN_MS = 10_000;

interface Listener {
  readonly hear: (type: string, event: MessageEvent<string>) => void;
  /** Called whenever the connection is lost or refused. */
  readonly onBreak: () => void;
}

/**
 * Listens to a stream of events while the tab is shown, and opens it again when it was refused.
 *
 * @param url the address, with the position from which on the stream is to go on: asked for at each opening
 */
export function openStream(
  url: () => string,
  types: readonly string[],
  { hear, onBreak }: Listener,
): { close(): void } {
  let source: EventSource | null = null;
  let wait = FIRST_RETRY_MS;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const drop = (): void => {
    clearTimeout(retry);
    source?.close();
    source = null;
  };
  const open = (): void => {
    drop();
    const own = new EventSource(url());
    source = own;
    own.onopen = () => {
      wait = FIRST_RETRY_MS;
    };
    // The browser reconnects automatically, unless it was refused.
    own.onerror = () => {
      onBreak();
      if (own !== source || own.readyState !== EventSource.CLOSED) return;
      drop();
      retry = setTimeout(open, wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, LAST_RETRY_MS);
    };
    for (const type of types) {
      own.addEventListener(type, (event: MessageEvent<string>) => hear(type, event));
    }
  };
  const see = (): void => {
    clearTimeout(leaving);
    if (document.visibilityState === 'hidden') leaving = setTimeout(drop, HIDDEN_MS);
    else if (!source) open();
  };
  document.addEventListener('visibilitychange', see);
  if (document.visibilityState !== 'hidden') open();
  return {
    close: () => {
      document.removeEventListener('visibilitychange', see);
      clearTimeout(leaving);
      drop();
    },
  };
}
