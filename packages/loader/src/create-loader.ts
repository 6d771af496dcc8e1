import { sha256 } from '@stele/snapshot';
import { noteRead, type Reporting } from './builds/read-builds.ts';
import { openCache } from './cache/open-cache.ts';
import { CacheRecords } from './cache/records.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Content, Held } from './content/content.ts';
import { FilledContent } from './content/filled-content.ts';
import { heldOf } from './content/held-of.ts';
import { PublishedContent } from './content/published-content.ts';
import { LiveOpener, type OpenerOptions, pinnedOpener } from './content/snapshot-opener.ts';
import { DraftContent } from './drafts/draft-content.ts';
import { Http } from './http/http.ts';
import type { Loader } from './loader.ts';
import { PageReads } from './pages/page-reads.ts';
import { Api } from './remote/api.ts';
import { ContentHost } from './remote/content-host.ts';
import { Secrets } from './secrets.ts';
import { type LoaderOptions, type Settings, settingsOf } from './settings.ts';
import type { AnyCollections, LocaleOptions, Reference } from './types.ts';

/**
 * Makes a loader. Nothing is read before the first load.
 *
 * @template Schema what types entries: `typeof config`, or `Collections` as `stele types` writes it
 * @template Locale the project's locales, for those who want them checked: `'en' | 'de'`
 * @throws LoaderError `option_missing`, `option_invalid`
 */
export function createLoader<Schema = AnyCollections, Locale extends string = string>(
  options: LoaderOptions = {},
): Loader<Schema, Locale> {
  return createLoaderWith<Schema, Locale>(options, systemClock);
}

/** The same with a clock. */
export function createLoaderWith<Schema = AnyCollections, Locale extends string = string>(
  options: LoaderOptions,
  clock: Clock,
): Loader<Schema, Locale> {
  const settings = settingsOf(options, process.env);
  let opened: Promise<Content> | null = null;
  const content = (): Promise<Content> => {
    opened ??= openContent(settings, clock);
    return opened;
  };
  const filled = async (): Promise<Content> => new FilledContent(await content());
  const reads = {
    entry: { content, pages: new PageReads(content) },
    field: { content: filled, pages: new PageReads(filled) },
  };
  const contentFor = ({ fallbackBy = 'entry' }: LocaleOptions) => reads[fallbackBy].content();
  const pagesFor = ({ fallbackBy = 'entry' }: LocaleOptions) => reads[fallbackBy].pages;
  const loader = {
    load: async (collection: string, chosen: LocaleOptions) =>
      (await contentFor(chosen)).load(collection, chainOf(chosen)),
    async *iterate(collection: string, chosen: LocaleOptions) {
      yield* (await contentFor(chosen)).iterate(collection, chainOf(chosen));
    },
    async entry(collection: string, wanted: string | Held, chosen: LocaleOptions) {
      const held = typeof wanted === 'string' ? wanted : heldOf(wanted);
      return (await contentFor(chosen)).find(collection, held, chainOf(chosen));
    },
    resolve: async (reference: Reference | null | undefined, chosen: LocaleOptions) =>
      reference
        ? (await contentFor(chosen)).find(reference.collection, reference.entry ?? reference.id, chainOf(chosen))
        : null,
    tree: (collection: string, chosen: LocaleOptions) => pagesFor(chosen).tree(collection, chainOf(chosen)),
    children: (collection: string, above: { readonly id: string } | string | null, chosen: LocaleOptions) =>
      pagesFor(chosen).children(collection, typeof above === 'string' ? above : (above?.id ?? null), chainOf(chosen)),
    breadcrumbs: (page: Reference, chosen: LocaleOptions) =>
      pagesFor(chosen).breadcrumbs({ collection: page.collection, id: page.entry ?? page.id }, chainOf(chosen)),
    byPath: (path: string, { collections, ...chosen }: LocaleOptions & { readonly collections?: readonly string[] }) =>
      pagesFor(chosen).byPath(path, chainOf(chosen), collections),
    snapshot: async () => (await content()).info(),
    refresh: async () => (await content()).refresh(),
  };
  // The API ensures that values have the types of the schema, and the digests that they are unchanged.
  return loader as unknown as Loader<Schema, Locale>;
}

function chainOf({ locale, fallback = [] }: LocaleOptions): readonly string[] {
  return [...new Set([locale, ...fallback])];
}

async function openContent(settings: Settings, clock: Clock): Promise<Content> {
  const { mode, projectId, contentUrl, log } = settings;
  const secrets = new Secrets(mode.kind === 'pinned' ? null : mode.token);
  const { fetch, concurrency, timeout, retries } = settings;
  const http = new Http({ fetch, clock, secrets, concurrency, timeout, retries, log });
  if (mode.kind === 'drafts') {
    const api = new Api({ http, projectId, ...mode });
    return new DraftContent({ api, projectId, contentUrl, log, marks: mode.marks });
  }
  const cache = openCache(settings.cache, log);
  const access: OpenerOptions = {
    projectId,
    cache,
    records: new CacheRecords(cache, projectId, scopeOf(settings)),
    hostAt: (url) => new ContentHost({ http, url, projectId }),
    concurrency,
  };
  const opener =
    mode.kind === 'pinned'
      ? pinnedOpener(mode.snapshotId, mode.contentUrl, access)
      : new LiveOpener({
          ...settings,
          ...access,
          token: mode.token,
          apiUrl: mode.url,
          clock,
          api: new Api({ http, projectId, ...mode }),
        });
  const reporting = reportingOf(settings);
  return new PublishedContent({
    opener,
    cache,
    clock,
    log,
    onRead: (snapshotId, publishedAt) => noteRead({ projectId, snapshotId, publishedAt }, reporting),
  });
}

/** Where a build reports; null when it doesn't, or reads one certain snapshot, for which it needs no API. */
function reportingOf({ mode, build }: Settings): Reporting | null {
  return build === null || mode.kind !== 'live' ? null : { ...build, url: mode.url, token: mode.token };
}

/**
 * A name for the cached data of one token, found only with that token and for the same hosts: a copy of an instance has the same
 * projects and tokens. The name gives neither the token nor its mirror away.
 */
function scopeOf({ projectId, contentUrl, mode }: Settings): string {
  const [url, token] = mode.kind === 'pinned' ? [null, ''] : [mode.url, mode.token];
  return sha256(`stele-loader:${JSON.stringify([projectId, url, contentUrl, sha256(token)])}`);
}
