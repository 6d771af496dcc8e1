import { draftMode } from 'next/headers.js';
import { cache } from 'react';
import { shareNotes } from '../builds/read-media.ts';
import {
  type AnyCollections,
  createLoader,
  type Loader,
  type LoaderCache,
  type LoaderOptions,
  type Log,
  openCache,
  tellOutages,
} from '../index.ts';
import { silentLog } from '../log.ts';
import { type Reader, SnapshotReaders } from '../visits/snapshot-readers.ts';
import { visitReader } from '../visits/visit-reader.ts';
import { cacheFolder } from './cache-folder.ts';
import { type NextLoaderOptions, TAG } from './options.ts';
import { findPreviewVisit } from './preview-visit.ts';
import { taggedFetch } from './tagged-fetch.ts';

/** Reads content in components, route handlers and generateStaticParams; one render reads one snapshot. */
export type NextLoader<Schema = AnyCollections, Locale extends string = string> = Omit<
  Loader<Schema, Locale>,
  'refresh'
>;

/**
 * Makes a loader for Next.js (15 and 16, App Router, Node.js runtime). Next.js caches the live snapshot's name under a tag,
 * which the pages that read content get too: `revalidate()` makes all of them new. In draft mode it reads drafts
 * for those whom `draftRoute` let in.
 *
 * @throws LoaderError `option_missing`, `option_invalid`
 */
export function createNextLoader<Schema = AnyCollections, Locale extends string = string>(
  options: NextLoaderOptions = {},
): NextLoader<Schema, Locale> {
  const { tag = TAG, revalidate = 3600, draftToken: __, ...common } = options;
  const fetcher = options.fetch ?? ((url, init) => fetch(url, init));
  const log = options.log === false ? silentLog : withoutRepetition(options.log);
  const live: LoaderOptions = { ...common, log, fetch: taggedFetch(fetcher, { tag, revalidate }) };
  // Throws at once for wrong options.
  createLoader(live);
  const tellSoon = tellInBuild(process.env);
  let opened: LoaderCache | null = null;
  const readers = new SnapshotReaders(() => {
    opened ??= openCache(options.cache || options.cache === false ? options.cache : cacheFolder(), log);
    return createLoader({ ...live, cache: opened });
  });
  const { snapshot: _, ...rest } = common;
  const readerOf = visitReader(rest, () => readers.live());
  const reader = cache(async () => readerOf((await isDraftMode()) ? await findPreviewVisit(options) : null));
  const read = async <Result>(work: (from: Reader) => Promise<Result>): Promise<Result> => {
    const result = await work(await reader());
    shareNotes();
    tellSoon();
    return result;
  };
  const loader: Reader = {
    load: (collection, chosen) => read((from) => from.load(collection, chosen)),
    async *iterate(collection, chosen) {
      try {
        yield* (await reader()).iterate(collection, chosen);
      } finally {
        shareNotes();
        tellSoon();
      }
    },
    entry: (collection, id, chosen) => read((from) => from.entry(collection, id, chosen)),
    resolve: (reference, chosen) => read((from) => from.resolve(reference, chosen)),
    tree: (collection, chosen) => read((from) => from.tree(collection, chosen)),
    children: (collection, above, chosen) => read((from) => from.children(collection, above, chosen)),
    breadcrumbs: (page, chosen) => read((from) => from.breadcrumbs(page, chosen)),
    byPath: (path, chosen) => read((from) => from.byPath(path, chosen)),
    snapshot: () => read((from) => from.snapshot()),
  };
  // The API ensures that values have the types of the schema, and the digests that they are unchanged.
  return loader as NextLoader<Schema, Locale>;
}

/** The message of `draftMode()` where there's no request; Next.js gives such errors no code. */
const NO_REQUEST = /outside a request scope|inside `generateStaticParams`/;

/**
 * Whether the request wants drafts. Read them outside of `'use cache'`, where Next.js doesn't say by which preview link a visitor
 * came. There's no request in generateStaticParams.
 */
export async function isDraftMode(): Promise<boolean> {
  try {
    return (await draftMode()).isEnabled;
  } catch (error) {
    if (error instanceof Error && NO_REQUEST.test(error.message)) return false;
    throw error;
  }
}

/** A log that doesn't repeat warnings: a loader is made for each request. */
function withoutRepetition(log: Log = console): Log {
  const prefix = log === console ? '[stele] ' : '';
  const said = new Set<string>();
  return {
    info: (message) => log.info(prefix + message),
    warn(message) {
      if (said.has(message)) return;
      said.add(message);
      log.warn(prefix + message);
    },
  };
}

/** How long a process of a build waits for the API to answer another reader before it says that the API is down. */
const SOON_MS = 300;

/** On globalThis, since a bundler may load this module several times in one process. */
const KEY = Symbol.for('stele.next.told');
const global = globalThis as { [KEY]?: { soon: NodeJS.Timeout | null; readonly reported: Set<string> } };

/**
 * Reports outages in a process of a build of Next.js, which ends its processes with SIGINT, so that there is no 'exit' event. It also
 * stops reading their output then: what a process says while pages are made is sure to be shown.
 *
 * @returns to be called after each reading
 */
function tellInBuild({ IS_NEXT_WORKER: worker, NEXT_PHASE: phase }: NodeJS.ProcessEnv): () => void {
  if (worker !== 'true' || phase !== 'phase-production-build') return () => undefined;
  if (!global[KEY]) {
    const reported = new Set<string>();
    global[KEY] = { soon: null, reported };
    process.once('SIGINT', () => {
      tellOutages(reported);
      // The listener is gone, so the signal now ends the process.
      process.kill(process.pid, 'SIGINT');
    });
  }
  const told = global[KEY];
  return () => {
    told.soon ??= setTimeout(() => {
      told.soon = null;
      tellOutages(told.reported);
    }, SOON_MS).unref();
  };
}
