import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { LoaderContext } from 'astro/loaders';

type Stored = ReturnType<LoaderContext['store']['values']>[number];

/** The context that Astro gives to loaders, with a store that a test can look into. */
export interface AstroContext {
  readonly context: LoaderContext;
  readonly entries: Map<string, Stored>;
  /** Changes of the store, in order: `set de/a`. */
  readonly done: string[];
  /** Markdown that was rendered. */
  readonly rendered: string[];
  readonly warned: string[];
  readonly informed: string[];
  /** Closes the watcher, as a restart of the development server in place does. */
  close(): void;
}

/** Makes a context. @param options features of a version of Astro or of a mode */
export function astroContext(
  options: { readonly entries?: Map<string, Stored>; readonly markdown?: boolean; readonly dev?: boolean } = {},
): AstroContext {
  const { entries = new Map<string, Stored>(), markdown = true, dev = false } = options;
  const done: string[] = [];
  const rendered: string[] = [];
  const warned: string[] = [];
  const informed: string[] = [];
  const watcher = Object.assign(new EventEmitter(), { closed: false });
  const context = {
    collection: 'posts',
    store: {
      get: (id: string) => entries.get(id),
      entries: () => [...entries],
      keys: () => [...entries.keys()],
      set(entry: Stored) {
        done.push(`set ${entry.id}`);
        entries.set(entry.id, entry);
        return true;
      },
      delete(id: string) {
        done.push(`delete ${id}`);
        entries.delete(id);
      },
    },
    logger: { info: (line: string) => informed.push(line), warn: (line: string) => warned.push(line) },
    config: { root: new URL('file:///site/') },
    parseData: async ({ data }: { data: object }) => data,
    generateDigest: (text: string) => createHash('sha256').update(text).digest('hex'),
    ...(markdown && {
      renderMarkdown: async (text: string) => {
        rendered.push(text);
        return { html: `<p>${text}</p>`, metadata: { headings: [] } };
      },
    }),
    ...(dev && { watcher }),
  };
  return {
    context: context as unknown as LoaderContext,
    entries,
    done,
    rendered,
    warned,
    informed,
    close() {
      watcher.closed = true;
    },
  };
}
