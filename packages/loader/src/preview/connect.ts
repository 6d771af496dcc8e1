/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { type EditorMessage, type FieldValues, type PageMessage, type Posted, PREVIEW_CHANNEL } from '@stele/schema';
import { cleanCopies } from './clean-copies.ts';
import { keepScroll, reloadPage } from './reload.ts';
import { ShownFields } from './shown-fields.ts';

export interface ConnectOptions {
  /** The origin of the admin, such as `https://cms.example.org`. Only that one is listened to and spoken to. */
  readonly admin: string;
  /**
   * Renews the page once a draft is saved. By default the page is loaded again, and stays where it was scrolled to.
   */
  readonly refresh?: (() => unknown) | undefined;
  /** An address on this website that is asked, by POST, to read content again before the page is loaded again. */
  readonly before?: string | undefined;
}

/** A page that the editor shows. */
export interface PreviewConnection {
  /**
   * Listens to values of an entry as they are typed, in fields that are published as they are typed. The page is still renewed
   * once they are saved.
   *
   * @returns a function that removes the listener
   */
  listen(entryId: string, locale: string, listener: (values: FieldValues) => void): () => void;
  /** Ends it. */
  close(): void;
}

type Listener = (values: FieldValues) => void;

/** A page is loaded again as it was when content takes longer to be read. */
const LONGEST_READ_MS = 15_000;

/**
 * Connects a page to the editor that shows it in its preview. Does nothing on a page that is opened by itself.
 *
 * @throws TypeError when `admin` is no address
 */
export function connectPreview({ admin, refresh, before }: ConnectOptions): PreviewConnection {
  const { origin } = new URL(admin);
  const editor = window.top !== window ? window.top : (window.opener as Window | null);
  const stopCleaning = cleanCopies();
  if (!editor) return { listen: () => () => undefined, close: stopCleaning };
  const listeners = new Map<string, Set<Listener>>();
  const fields = new ShownFields(document);
  let last: (EditorMessage & { readonly type: 'values' }) | null = null;
  const post = (message: PageMessage): void => {
    const posted: Posted<PageMessage> = { ...message, channel: PREVIEW_CHANNEL };
    editor.postMessage(posted, origin);
  };
  const show = (message: EditorMessage & { readonly type: 'values' }): void => {
    last = message;
    const taken = listeners.get(`${message.entry} ${message.locale}`);
    for (const listener of taken ?? []) listener(message.values);
    post({ type: 'shown', keys: fields.show(message) });
  };
  let target: string | null = null;
  const renew = async (): Promise<void> => {
    if (before !== undefined)
      await fetch(before, { method: 'POST', signal: AbortSignal.timeout(LONGEST_READ_MS) }).catch(() => undefined);
    // The editor waits for the page to say hello again.
    if (target !== null) target === location.href ? reloadPage() : location.replace(target);
    else if (refresh) await refresh();
    else reloadPage();
  };
  const move = (url: string): void => {
    if (!URL.canParse(url) || new URL(url).origin !== location.origin) return;
    target = url;
    void renew();
  };
  const hear = ({ origin: from, source, data }: MessageEvent): void => {
    if (from !== origin || source !== editor) return;
    const message = data as Posted<EditorMessage> | null;
    if (message?.channel !== PREVIEW_CHANNEL) return;
    begin();
    if (message.type === 'values') show(message);
    else if (message.type === 'focus') fields.outline(message.field);
    else if (message.type === 'moved') move(message.url);
    else if (message.type === 'saved') void renew();
  };
  const click = (event: MouseEvent): void => {
    // With a key, a link is followed.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const pointed = fields.at(event);
    if (!pointed) return;
    event.preventDefault();
    event.stopPropagation();
    post({ type: 'edit', field: pointed.field });
  };
  let pointer: MouseEvent | null = null;
  let frame = 0;
  // The pointer crosses more elements than a frame can show.
  const point = (event: MouseEvent): void => {
    pointer = event;
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (pointer) fields.hover(fields.at(pointer)?.element ?? null);
    });
  };
  let isShown = false;
  // Someone else may show the page, or have opened it: only the editor's word makes it one that is edited.
  const begin = (): void => {
    if (isShown) return;
    isShown = true;
    document.addEventListener('click', click, true);
    document.addEventListener('mouseover', point);
    fields.start();
  };
  window.addEventListener('message', hear);
  keepScroll();
  post({ type: 'hello', status: statusOfPage(), url: location.href });
  return {
    listen(entryId, locale, listener) {
      const name = `${entryId} ${locale}`;
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      if (last && `${last.entry} ${last.locale}` === name) show(last);
      return () => all.delete(listener);
    },
    close() {
      window.removeEventListener('message', hear);
      document.removeEventListener('click', click, true);
      document.removeEventListener('mouseover', point);
      cancelAnimationFrame(frame);
      stopCleaning();
      fields.stop();
    },
  };
}

/** The status that the page came with; 0 in browsers that don't tell. */
function statusOfPage(): number {
  const [navigation] = performance.getEntriesByType('navigation') as { readonly responseStatus?: number }[];
  return navigation?.responseStatus ?? 0;
}
