import type { ViteDevServer } from 'vite';
import { follow } from '../follow.ts';

/** The text of each module of content that a page asked for, by the module's id. */
export type ShownModules = Map<string, string>;

/**
 * Looks every few seconds whether modules of content would read differently now, and has pages loaded again that show them. Ends with
 * the development server. Pages stay as they are while that fails.
 *
 * @param shown is brought up to date
 * @param read what modules would say now, given their ids
 */
export function followContent(
  { moduleGraph, ws, httpServer, config }: ViteDevServer,
  shown: ShownModules,
  intervalMs: number,
  read: (ids: readonly string[]) => Promise<ShownModules>,
): void {
  const look = async (): Promise<void> => {
    const changed = [...(await read([...shown.keys()]))].filter(([id, text]) => shown.get(id) !== text);
    for (const [id, text] of changed) {
      shown.set(id, text);
      const module = moduleGraph.getModuleById(id);
      if (module) moduleGraph.invalidateModule(module);
    }
    if (changed.length > 0) ws.send({ type: 'full-reload' });
  };
  const warn = (message: string): void => config.logger.warn(`[stele] ${message}`);
  httpServer?.once('close', follow({ intervalMs, look, warn }));
}
