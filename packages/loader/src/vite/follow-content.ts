import type { ViteDevServer } from 'vite';
import { isUnpublished } from '../content/is-unpublished.ts';

/** The text of each module of content that a page asked for, by the module's id. */
export type ShownModules = Map<string, string>;

/**
 * Looks every few seconds whether modules of content would read differently now, and has pages loaded again that show them. Ends with
 * the development server. What fails is warned of once and tried again; pages stay as they are meanwhile. That nothing was published yet is no failure.
 *
 * @param shown is brought up to date
 * @param read what a module would say now, given its id
 */
export function followContent(
  { moduleGraph, ws, httpServer, config }: ViteDevServer,
  shown: ShownModules,
  {
    intervalMs,
    read,
  }: { readonly intervalMs: number; readonly read: (ids: readonly string[]) => Promise<ShownModules> },
): void {
  let failing = false;
  let timer: NodeJS.Timeout;
  let stopped = false;
  const look = async (): Promise<void> => {
    try {
      const changed = [...(await read([...shown.keys()]))].filter(([id, text]) => shown.get(id) !== text);
      for (const [id, text] of changed) {
        shown.set(id, text);
        const module = moduleGraph.getModuleById(id);
        if (module) moduleGraph.invalidateModule(module);
      }
      if (changed.length > 0) ws.send({ type: 'full-reload' });
      failing = false;
    } catch (error) {
      // What isn't published yet is no failure: the next one is warned of.
      const fails = !isUnpublished(error);
      if (fails && !failing) {
        config.logger.warn(`[stele] Not refreshed: ${error instanceof Error ? error.message : String(error)}`);
      }
      failing = fails;
    }
    wait();
  };
  const wait = (): void => {
    if (!stopped) timer = setTimeout(() => void look(), intervalMs).unref();
  };
  httpServer?.once('close', () => {
    stopped = true;
    clearTimeout(timer);
  });
  wait();
}
