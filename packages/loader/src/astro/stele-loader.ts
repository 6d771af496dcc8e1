import type { Loader as AstroLoader, LoaderContext } from 'astro/loaders';
import { type ZodType, z } from 'astro/zod';
import { isUnpublished } from '../content/is-unpublished.ts';
import { type AnyCollections, type CollectionKey, type Loader, LoaderError } from '../index.ts';
import { followLive, stopFollowing } from './follow-live.ts';
import type { DataOf, SteleLoaderOptions } from './options.ts';
import { createLoader } from './site-environment.ts';
import { type WriteOptions, writeEntries } from './write-entries.ts';

/** A loader of Astro's content layer, with the type of its data. */
export type SteleLoader<Data> = Pick<AstroLoader, 'name' | 'load'> & { readonly schema: ZodType<Data> };

/** Timers for longer end at once. */
const LONGEST_INTERVAL_MS = 2 ** 31 - 1;
let shared: Loader<AnyCollections> | null = null;

/**
 * Fills a collection of Astro (5 to 7) with entries: `defineCollection({ loader: steleLoader({ … }) })`. What didn't
 * change since the last build is left alone, what's gone is removed, and nothing is touched before all entries of all
 * locales are there. In `astro dev` the collection follows the live content.
 *
 * @throws LoaderError `option_missing`, `option_invalid`; while loading any other one, and Error for ids that are missing
 * or twice. Then the build fails, and what the store holds stays as it was.
 */
export function steleLoader<Schema = AnyCollections, Key extends CollectionKey<Schema> = CollectionKey<Schema>>(
  options: SteleLoaderOptions<Schema, Key>,
): SteleLoader<DataOf<Schema, Key>> {
  // What the schema's types promise is of no concern here.
  const loader = (options.loader ?? sharedLoader()) as Loader<AnyCollections>;
  const { refreshInterval = 5000, ...chosen } = options;
  if (refreshInterval !== false) checkInterval(refreshInterval);
  const writing = chosen as WriteOptions;
  let loadedBefore = false;
  return {
    name: 'stele',
    schema: z.custom<DataOf<Schema, Key>>(),
    async load(context: LoaderContext) {
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
 * with a warning: the development server is to run beside the first steps in it.
 *
 * @returns the snapshot's id; null for drafts, or when nothing is published
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
    if (!context.watcher || !isUnpublished(error)) throw error;
    context.logger.warn(`The collection ${context.collection} shows nothing yet. ${error.message}`);
    return null;
  }
}

function checkInterval(value: unknown): void {
  if (typeof value === 'number' && value >= 0 && value <= LONGEST_INTERVAL_MS) return;
  const what = `It should be false, or a number from 0 to ${LONGEST_INTERVAL_MS}`;
  throw new LoaderError('option_invalid', `The option refreshInterval is wrong. ${what}.`);
}

/** One loader for all collections, so that all are of one snapshot. */
function sharedLoader(): Loader<AnyCollections> {
  shared ??= createLoader();
  return shared;
}
