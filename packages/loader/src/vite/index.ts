import { loadEnv, type Plugin, type ViteDevServer } from 'vite';
import { announceSite } from '../builds/announce-site.ts';
import { checkFinishOptions, type FinishOptions, finishWebsite } from '../builds/finish-website.ts';
import { isUnpublished } from '../content/is-unpublished.ts';
import { follow } from '../follow.ts';
import {
  type AnyCollections,
  createLoader,
  type Loader,
  type LoaderOptions,
  reportBuild,
  tellOutages,
} from '../index.ts';
import { consoleLog, type Log } from '../log.ts';
import { takeVariables } from '../take-variables.ts';

/** Names of modules with content: virtual:stele/COLLECTION/LOCALE. */
const MODULE = /^virtual:stele\/([a-zA-Z][a-zA-Z0-9_]*)\/([a-zA-Z0-9-]+)$/;

/**
 * Options of the plugin: those of the loader, and of the steps after a build. Drafts are read too where the variable STELE_DRAFTS
 * is 1.
 */
export interface SteleOptions extends Omit<LoaderOptions, 'fetch' | 'log'>, FinishOptions {
  /** Milliseconds between looks at the live content while developing; 5,000 by default, or false for none. */
  readonly refreshInterval?: number | false | undefined;
}

/**
 * A plugin for Vite: `plugins: [stele()]`. It reads the STELE_* variables of the site's .env files, as Vite finds them, into the
 * environment of the build, and never into what browsers get. `import posts from 'virtual:stele/posts/en'` gives the entries of a
 * collection in a locale. At the end of a build it reports that, and says loudly when the API was down. While developing, pages are
 * loaded again when content changes, and a collection that nothing is published of is empty.
 */
export function stele({ refreshInterval = 5000, assets, strict, ...options }: SteleOptions = {}): Plugin {
  checkFinishOptions({ assets });
  let base = '/';
  let opened: Loader<AnyCollections> | null = null;
  // The variables are there only once Vite has read its config.
  const open = (): Loader<AnyCollections> => {
    opened ??= createLoader({ ...options, drafts: options.drafts ?? process.env.STELE_DRAFTS === '1' });
    return opened;
  };
  const shown: ShownModules = new Map();
  const read = async (id: string): Promise<string | null> => {
    const [, collection, locale] = MODULE.exec(id.startsWith('\0') ? id.slice(1) : '') ?? [];
    if (collection === undefined || locale === undefined) return null;
    try {
      return `export default ${JSON.stringify(await open().load(collection, { locale }))};`;
    } catch (error) {
      if (isBuild || !isUnpublished(error)) throw error;
      return 'export default [];';
    }
  };
  let isBuild = false;
  /** A build that writes no files isn't a build of the website. */
  let isReported = false;
  let isWritten = false;
  const written = new Set<string>();
  const reported = new Set<'failed' | 'finished'>();
  return {
    name: 'stele',
    configResolved({ command, mode, envDir, build, base: served }) {
      base = served;
      isBuild = command === 'build';
      if (isBuild && assets === 'copy' && !/^(?:\/|https?:)/.test(base)) {
        throw new Error("assets: 'copy' needs a base that begins with / or is a whole address.");
      }
      isReported = build.write;
      if (!envDir) return;
      takeVariables(() => loadEnv(mode, envDir, 'STELE_'));
      opened = null;
    },
    resolveId: (id) => (MODULE.test(id) ? `\0${id}` : null),
    async load(id) {
      const text = await read(id).catch((error: unknown) => {
        // A module that can't be read is followed too: the page is loaded again once it can.
        shown.set(id, '');
        throw error;
      });
      if (text !== null) shown.set(id, text);
      return text;
    },
    configureServer(server) {
      const { httpServer } = server;
      httpServer?.once('listening', () => {
        const address = httpServer.address();
        if (address && typeof address === 'object') void announceSite(address.port, base);
      });
      if (refreshInterval === false) return;
      followContent(server, shown, refreshInterval, async (ids) => {
        if (ids.length > 0) await open().refresh();
        return new Map(await Promise.all(ids.map(async (id) => [id, (await read(id)) ?? ''] as const)));
      });
    },
    buildStart() {
      isWritten = false;
    },
    // After the hooks of all other plugins: one that throws keeps it from being called.
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir }) {
        isWritten = true;
        if (dir !== undefined) written.add(dir);
      },
    },
    async closeBundle() {
      if (!isBuild) return;
      tellOutages();
      const folders = [...written];
      written.clear();
      const finish = (folder: string) => finishWebsite({ folder, base }, { assets, strict }, consoleLog);
      const failure = await Promise.all(folders.map(finish)).then(
        () => null,
        (error: unknown) => error,
      );
      const phase = isWritten && failure === null ? 'finished' : 'failed';
      // A build of several environments ends several times.
      if (isReported && !reported.has('failed') && !reported.has(phase)) {
        reported.add(phase);
        await reportBuild(phase);
      }
      if (failure !== null) throw failure;
    },
  };
}

/** The text of each module of content that a page asked for, by the module's id. */
type ShownModules = Map<string, string>;

/**
 * Looks every few seconds whether modules of content would read differently now, and has pages loaded again that show them. Ends with
 * the development server. Pages stay as they are while that fails.
 *
 * @param shown is brought up to date
 * @param read gives the present texts of modules by their ids
 */
function followContent(
  { moduleGraph, ws, httpServer, config }: ViteDevServer,
  shown: ShownModules,
  intervalMs: number,
  read: (ids: readonly string[]) => Promise<ShownModules>,
): void {
  const look = async (): Promise<void> => {
    const before = new Map(shown);
    // A page that was loaded meanwhile may show what is newer.
    const changed = [...(await read([...before.keys()]))].filter(
      ([id, text]) => before.get(id) !== text && before.get(id) === shown.get(id),
    );
    for (const [id, text] of changed) {
      shown.set(id, text);
      const module = moduleGraph.getModuleById(id);
      if (module) moduleGraph.invalidateModule(module);
    }
    if (changed.length > 0) ws.send({ type: 'full-reload' });
  };
  const log: Log = {
    info: (message) => config.logger.info(`[stele] ${message}`),
    warn: (message) => config.logger.warn(`[stele] ${message}`),
  };
  httpServer?.once('close', follow({ intervalMs, look, log }));
}
