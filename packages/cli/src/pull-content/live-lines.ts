import {
  type CollectionDocument,
  findCollection,
  isObject,
  type Json,
  type SchemaDocument,
  type Values,
} from '@stele/schema';
import canonicalize from 'canonicalize';
import { knownFields } from '../content/known-fields.ts';
import { toFileReference } from '../content/line.ts';
import { mapReferences } from '../content/map-references.ts';
import type { Io } from '../io.ts';
import { type LiveEntry, readLiveEntries } from './live-entries.ts';
import type { LocalAssets } from './local-assets.ts';
import type { LocalEntry } from './local-entries.ts';
import { PublishedAssets } from './published-assets.ts';
import type { ContentSource } from './source.ts';

/** Live content as files that "stele import" reads. */
interface LiveContent {
  readonly snapshotId: string | null;
  readonly entries: number;
  readonly lines: readonly string[];
  /** Entries with references to others that aren't live: such references were left out. */
  readonly dangling: readonly string[];
  /** Entries that were left out, and why. */
  readonly leftOut: readonly string[];
  /** Collections and fields that were left out, since the target's schema lacks them, and of how many entries. */
  readonly unknown: ReadonlyMap<string, number>;
}

/** The project that published content is copied into. */
interface ContentTarget {
  /** Says where references, texts and assets are. */
  readonly schema: SchemaDocument;
  /** Finds the counterparts of entries there, by their ids at the source. */
  findLocal(entries: readonly LiveEntry[]): Promise<ReadonlyMap<string, LocalEntry>>;
  readonly assets: LocalAssets;
}

/**
 * Reads a project's live snapshot, from the content host, with the files of its assets.
 *
 * @param assetRoot folder that gets the assets
 * @throws LoaderError; Error when a file can't be fetched
 */
export async function readLiveContent(
  io: Io,
  source: ContentSource,
  { schema, findLocal, assets: local }: ContentTarget,
  assetRoot: string,
  warn: (message: string) => void,
): Promise<LiveContent> {
  const { snapshotId, entries: all } = await readLiveEntries(source, warn);
  const { entries, unknown } = knownEntries(schema, all);
  const assets = new PublishedAssets(`${source.contentUrl}/${source.projectId}/media/`);
  for (const { definition, locales } of entries.values()) {
    for (const [locale, live] of locales) assets.gather(definition, live, locale);
  }
  const missing = await assets.write(io, assetRoot, local);
  if (missing.length > 0) warn(`Texts name files that aren't there, and keep their addresses: ${missing.join(', ')}.`);
  const locals = await findLocal([...entries.values()]);
  const dangling = new Set<string>();
  const leftOut: string[] = [];
  const lines = [...entries.values()].flatMap(({ id, collection, definition, place, locales }) => {
    const local = locals.get(id);
    if (local?.kind !== 'imported') {
      leftOut.push(`${collection}/${id}: ${whyLeftOut(definition, local)}`);
      return [];
    }
    const replace = (reference: Json): Json | undefined => {
      const target = entries.get(String(isObject(reference) ? reference.id : reference));
      const there = target && locals.get(target.id);
      if (target && there?.kind === 'imported') return toFileReference([target.collection, there.externalId]);
      if (there?.kind === 'own') return there.id;
      dangling.add(`${collection}/${id}`);
      return undefined;
    };
    const portable = (live: Values): Values => mapReferences(definition, assets.named(definition, live), replace);
    const values = Object.fromEntries([...locales].map(([locale, live]) => [locale, portable(live)]));
    const order = definition.order === 'manual' ? { order: place } : {};
    return `${canonicalize({ collection, external_id: local.externalId, values, live: values, ...order })}\n`;
  });
  return { snapshotId, entries: entries.size, lines, dangling: [...dangling], leftOut, unknown };
}

interface KnownEntry extends LiveEntry {
  readonly definition: CollectionDocument;
}

/** Published entries without what a schema doesn't know. @returns also what it doesn't know, and in how many entries */
function knownEntries(
  schema: SchemaDocument,
  all: ReadonlyMap<string, LiveEntry>,
): { readonly entries: ReadonlyMap<string, KnownEntry>; readonly unknown: ReadonlyMap<string, number> } {
  const entries = new Map<string, KnownEntry>();
  const unknown = new Map<string, number>();
  for (const entry of all.values()) {
    const { id, collection: key, locales } = entry;
    const places = new Set<string>();
    const definition = findCollection(schema, key);
    if (definition) {
      const known = [...locales].map(([locale, values]) => {
        return [locale, knownFields(definition.fields, values, key, (place) => places.add(place))] as const;
      });
      entries.set(id, { ...entry, definition, locales: new Map(known) });
    } else places.add(key);
    for (const place of places) unknown.set(place, (unknown.get(place) ?? 0) + 1);
  }
  return { entries, unknown };
}

function whyLeftOut(
  { singleton }: CollectionDocument,
  local: Exclude<LocalEntry, { readonly kind: 'imported' }> | undefined,
): string {
  if (local?.kind === 'own') {
    if (singleton)
      return `${local.id} was made here, and the collection has only one entry. Delete it to get this one.`;
    return `${local.id} was made here, and has the same unique value. Give it another one, or delete it.`;
  }
  return `Its unique values are those of several entries here: ${local?.ids.join(', ') ?? ''}. Give all but one of them others.`;
}
