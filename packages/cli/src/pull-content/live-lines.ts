import { createLoader } from '@stele/loader';
import { findCollection, isObject, type Json, type SchemaDocument, type Values } from '@stele/schema';
import canonicalize from 'canonicalize';
import { toFileReference } from '../content/entry-reference.ts';
import { mapReferences } from '../content/map-references.ts';
import { PublishedAssets } from './published-assets.ts';
import type { ContentSource } from './source.ts';

/** Live content as files that "stele import" reads. */
export interface LiveContent {
  readonly snapshotId: string | null;
  readonly entries: number;
  readonly lines: readonly string[];
  /** Entries with references to what isn't live: those were left out. */
  readonly dangling: readonly string[];
}

interface LiveEntry {
  readonly id: string;
  readonly collection: string;
  readonly place: number;
  readonly locales: Map<string, Values>;
}

/**
 * Reads a project's live snapshot, from the content host, with the files of its assets.
 *
 * @param schema of the project that the content is for: where references, texts and assets are
 * @param assetRoot folder that gets the assets
 * @throws LoaderError; Error when a file can't be fetched
 */
export async function readLiveContent(
  { url, contentUrl, projectId, token }: ContentSource,
  schema: SchemaDocument,
  assetRoot: string,
  warn: (message: string) => void,
): Promise<LiveContent> {
  const log = { info: () => undefined, warn };
  const loader = createLoader({ url, contentUrl, projectId, token, cache: false, report: false, log });
  const { id: snapshotId, collections, locales } = await loader.snapshot();
  const entries = new Map<string, LiveEntry>();
  for (const collection of collections) {
    let place = 0;
    for (const locale of locales) {
      for await (const { id, values } of loader.iterate(collection, { locale })) {
        const entry = entries.get(id) ?? { id, collection, place: ++place, locales: new Map() };
        entry.locales.set(locale, values);
        entries.set(id, entry);
      }
    }
  }
  const assets = new PublishedAssets(`${contentUrl}/${projectId}/media/`);
  for (const { collection, locales: own } of entries.values()) {
    const definition = findCollection(schema, collection);
    if (definition) for (const [locale, live] of own) assets.gather(definition, live, locale);
  }
  const missing = await assets.write(assetRoot);
  if (missing.length > 0) warn(`Texts name files that aren't there, and keep their addresses: ${missing.join(', ')}.`);
  const dangling = new Set<string>();
  const lines = [...entries.values()].map(({ id, collection, place, locales: own }) => {
    const definition = findCollection(schema, collection);
    const replace = (reference: Json): Json | undefined => {
      const target = isObject(reference) ? reference.id : reference;
      const known = entries.get(String(target));
      if (known) return toFileReference([known.collection, known.id]);
      dangling.add(`${collection}/${id}`);
      return undefined;
    };
    const portable = (live: Values): Values =>
      definition ? mapReferences(definition, assets.named(definition, live), replace) : live;
    const values = Object.fromEntries([...own].map(([locale, live]) => [locale, portable(live)]));
    const order = definition?.order === 'manual' ? { order: place } : {};
    return `${canonicalize({ collection, external_id: id, values, live: values, ...order })}\n`;
  });
  return { snapshotId, entries: lines.length, lines, dangling: [...dangling] };
}
