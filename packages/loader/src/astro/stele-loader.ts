import type { Loader as AstroLoader, LoaderContext } from 'astro/loaders';
import { type ZodType, z } from 'astro/zod';
import { isUnpublished } from '../content/is-unpublished.ts';
import { type AnyCollections, type CollectionKey, type Loader, LoaderError } from '../index.ts';
import { followLive, stopFollowing } from './follow-live.ts';
import type { DataOf, SteleLoaderOptions } from './options.ts';
import { noteNaming } from './references.ts';
import { createLoader, readSiteEnvironment } from './site-environment.ts';
import { type Origin, partOf } from './store-part.ts';
import { type WriteOptions, writeEntries } from './write-entries.ts';

/** A loader of Astro's content layer, with the type of its data. */
export type SteleLoader<Data> = Pick<AstroLoader, 'name' | 'load'> & { readonly schema: ZodType<Data> };

/** Timers for longer end at once. */
const LONGEST_INTERVAL_MS = 2 ** 31 - 1;
let shared: { readonly variables: string; readonly loader: Loader<AnyCollections> } | null = null;

/**
 * Fills a collection of Astro (5 to 7) with entries: `defineCollection({ loader: steleLoader({ … }) })`. Entries that didn't
 * change since the last build are left alone, entries that are gone are removed, and nothing is touched before all entries of all
 * locales are there. In `astro dev` the collection follows the live content.
 *
 * @throws LoaderError `option_missing`, `option_invalid`; while loading any other one, and Error for ids that are there twice.
 * Then the build fails, and the store stays as it was.
 */
export function steleLoader<Schema = AnyCollections, Key extends CollectionKey<Schema> = CollectionKey<Schema>>(
  options: SteleLoaderOptions<Schema, Key>,
): SteleLoader<DataOf<Schema, Key>> {
  // The types of the schema don't matter here.
  const loader = (options.loader ?? sharedLoader()) as Loader<AnyCollections>;
  const { refreshInterval = 5000, beside, ...chosen } = options;
  if (refreshInterval !== false) checkInterval(refreshInterval);
  const writing = chosen as WriteOptions;
  noteNaming(writing);
  let loadedBefore = false;
  return {
    name: 'stele',
    schema: z.custom<DataOf<Schema, Key>>(),
    async load(whole: LoaderContext) {
      const part = (origin: Origin): LoaderContext => ({
        ...whole,
        store: partOf(whole.store, origin, whole.collection),
      });
      const context = beside ? part('stele') : whole;
      await beside?.load(part('files'));
      if (loadedBefore || context.refreshContextData) await loader.refresh();
      const snapshotId = await fill(loader, writing, context);
      loadedBefore = true;
      const name = `${context.config.root.href} ${context.collection}`;
      if (!context.watcher || refreshInterval === false) return stopFollowing(name);
      followLive(
        {
          name,
          intervalMs: refreshInterval,
          snapshotId,
          write: () => writeEntries(loader, writing, context),
        },
        loader,
        context,
      );
    },
  };
}

/**
 * Writes the entries of the live snapshot. In `astro dev`, a project without published content leaves the collection as it is,
 * with a warning, and so does an instance that can't be reached: the development server is to run beside both, and to follow
 * what comes.
 *
 * @returns the snapshot's id; null for drafts, or when nothing could be read
 */
async function fill(
  loader: Loader<AnyCollections>,
  writing: WriteOptions,
  context: LoaderContext,
): Promise<string | null> {
  try {
    // Another collection may refresh the loader while this one is being written: then it's written once more.
    const { id } = await loader.snapshot();
    await writeEntries(loader, writing, context);
    return id;
  } catch (error) {
    if (!context.watcher || !(isUnpublished(error) || isUnreachable(error))) throw error;
    const shows = context.store.keys().length > 0 ? 'stays as it was' : 'shows nothing yet';
    context.logger.warn(`The collection ${context.collection} ${shows}. ${error.message}`);
    return null;
  }
}

function isUnreachable(error: unknown): error is LoaderError {
  return error instanceof LoaderError && error.code === 'unreachable';
}

function checkInterval(value: unknown): void {
  if (typeof value === 'number' && value >= 0 && value <= LONGEST_INTERVAL_MS) return;
  const what = `It should be false, or a number from 0 to ${LONGEST_INTERVAL_MS}`;
  throw new LoaderError('option_invalid', `The option refreshInterval is wrong. ${what}.`);
}

/** One loader for all collections, so that all are of one snapshot, until the site's .env files say something else. */
function sharedLoader(): Loader<AnyCollections> {
  const variables = readSiteEnvironment();
  if (shared?.variables !== variables) shared = { variables, loader: createLoader() };
  return shared.loader;
}
