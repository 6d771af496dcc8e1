import { type EditorMessage, type PageMessage, type Posted, PREVIEW_CHANNEL } from '@stele/schema';

/** Speaks with one page of a website: only with that window, and only while it shows that website. */
export class PageLink {
  readonly #origin: string;
  readonly #page: () => Window | null;
  readonly #hear: (event: MessageEvent) => void;

  /**
   * @param origin of the website
   * @param page the window that shows it; null while there is none
   */
  constructor(origin: string, page: () => Window | null, onMessage: (message: PageMessage) => void) {
    this.#origin = origin;
    this.#page = page;
    this.#hear = (event) => {
      if (event.origin !== origin || event.source === null || event.source !== page()) return;
      const message = readMessage(event.data);
      if (message) onMessage(message);
    };
    window.addEventListener('message', this.#hear);
  }

  /** Says something to the page. The browser drops it when the window shows another website. */
  post(message: EditorMessage): void {
    const posted: Posted<EditorMessage> = { ...message, channel: PREVIEW_CHANNEL };
    this.#page()?.postMessage(posted, this.#origin);
  }

  /** Ends it. */
  close(): void {
    window.removeEventListener('message', this.#hear);
  }
}

/** Reads a page's message; null if it has another form, for anything may be posted. */
function readMessage(data: unknown): PageMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const said = data as Readonly<Record<string, unknown>>;
  if (said.channel !== PREVIEW_CHANNEL) return null;
  if (said.type === 'hello') return { type: 'hello', status: Number(said.status) || 0, url: String(said.url) };
  if (said.type === 'edit') return { type: 'edit', field: String(said.field) };
  if (said.type !== 'shown' || !Array.isArray(said.keys)) return null;
  return { type: 'shown', keys: said.keys.map(String) };
}
