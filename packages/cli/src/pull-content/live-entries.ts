import { createLoader } from '@stele/loader';
import { TEXT_PICTURES, type Values } from '@stele/schema';
import type { ContentSource } from './source.ts';

/** An entry of a live snapshot. */
export interface LiveEntry {
  readonly id: string;
  readonly collection: string;
  /** The entry's place in the collection: 1 for the first. */
  readonly place: number;
  readonly locales: Map<string, Values>;
}

/** All entries of a project's live snapshot, by their ids. @throws LoaderError */
export async function readLiveEntries(
  { url, contentUrl, projectId, token }: ContentSource,
  warn: (message: string) => void,
): Promise<{ readonly snapshotId: string | null; readonly entries: ReadonlyMap<string, LiveEntry> }> {
  const log = { info: () => undefined, warn };
  const loader = createLoader({ url, contentUrl, projectId, token, cache: false, report: false, log });
  const { id: snapshotId, collections, locales } = await loader.snapshot();
  const entries = new Map<string, LiveEntry>();
  for (const collection of collections) {
    let place = 0;
    for (const locale of locales) {
      for await (const { id, values } of loader.iterate(collection, { locale })) {
        const entry = entries.get(id) ?? { id, collection, place: ++place, locales: new Map() };
        const { [TEXT_PICTURES]: _, ...fields } = values;
        entry.locales.set(locale, fields);
        entries.set(id, entry);
      }
    }
  }
  return { snapshotId, entries };
}
