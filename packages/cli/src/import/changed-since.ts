import { type CollectionDocument, findCollection, type Values } from '@stele/schema';
import type { LocaleValues } from '../api.ts';
import { mapAssetIds } from '../assets/asset-names.ts';
import { entryNames } from '../content/entry-names.ts';
import type { ContentLine, EntryName } from '../content/line.ts';
import { baseOf, type Content, digestOf, portableContent } from '../content/portable.ts';
import { LEAVES_DRAFTS, wasTakenOff } from './differences.ts';
import { fingerprint } from './fingerprint.ts';
import type { KnownEntries, KnownEntry } from './known-entries.ts';
import type { ImportTarget } from './plan.ts';
import { hasDrafts, isAsImported } from './stages.ts';

/**
 * How an existing entry stands to the exported line that names it: `same` leaves nothing to do, `open` may be changed, `changed` was changed
 * by others since the export, or since its import, and with `older` something newer than the file was imported.
 */
type LineState = 'same' | 'open' | 'changed' | 'older';

/** Tells whether others changed entries since what a file holds was exported. */
export class ChangedSince {
  readonly #target: ImportTarget;
  readonly #names: ReadonlyMap<string, EntryName>;

  constructor(target: ImportTarget, existing: KnownEntries) {
    this.#target = target;
    const entries = new Set(existing.values());
    const names = entryNames([...entries].map(({ identity }) => identity));
    this.#names = new Map(
      [...entries].flatMap(({ id, isTrashed, identity }) => {
        return isTrashed ? [] : [[id, [identity.collection_key, names.get(id) ?? id]] as const];
      }),
    );
  }

  /** @param resolved the line's content with the ids of entries and assets here; @throws ApiError */
  async stateOf(
    line: ContentLine & { readonly live: LocaleValues },
    entry: KnownEntry,
    resolved: Content,
  ): Promise<LineState> {
    const { schema, existing, overwriteEdits, publish } = this.#target;
    const collection = findCollection(schema, line.collection);
    if (isSame(collection, entry, resolved, publish)) return 'same';
    const content = line.base === undefined ? null : await this.#contentOf(collection, entry);
    const isAsExported = content !== null && baseOf(content) === line.base;
    if (isAsExported && !line.isEdited) return 'same';
    const asImported = isAsImported(collection, entry, line, resolved);
    if (!asImported && existing !== 'update') return 'changed';
    if (overwriteEdits || isAsExported) return 'open';
    if (await wasTakenOff(this.#target, entry, Object.keys(resolved.live))) return 'changed';
    if (!(await this.#wasImportedLast(entry))) return 'changed';
    return asImported || !content || !(await this.#isOlder(collection, line, entry, content, resolved))
      ? 'open'
      : 'older';
  }

  /** An entry's present content, as an export would write it. */
  async #contentOf(collection: CollectionDocument | null, { id }: KnownEntry): Promise<Content> {
    const params = { path: { entryId: id }, query: { include: 'live_values' } } as const;
    const { values, live_values: live = {} } = await this.#target.api.get('/entries/{entryId}', { params });
    return this.#portable(collection, { values, live });
  }

  #portable(collection: CollectionDocument | null, content: Content): Content {
    const assets = this.#target.assetNames?.() ?? new Map<string, string>();
    const named = mapAssetIds(content, (id) => assets.get(id));
    return portableContent(collection, named, (id) => this.#names.get(id) ?? null);
  }

  async #wasImportedLast({ id }: KnownEntry): Promise<boolean> {
    for await (const { kind, imported } of this.#versions(id)) {
      if (kind === 'unpublish' || !LEAVES_DRAFTS.has(kind)) return imported;
    }
    return true;
  }

  /** Whether an entry has said already what a line says that it says no more: then something newer than the file was imported. */
  async #isOlder(
    collection: CollectionDocument | null,
    { base = '' }: ContentLine,
    { id, draft, live }: KnownEntry,
    now: Content,
    resolved: Content,
  ): Promise<boolean> {
    const [drafts] = base.split('.');
    const isDraftOfFile = digestOf(now.values) === drafts;
    const published = Object.entries(resolved.live)
      .map(([locale, own]) => [locale, fingerprint(collection, own)] as const)
      .filter(
        ([locale, found]) =>
          this.#target.publish && live.has(locale) && found !== live.get(locale) && found !== draft.get(locale),
      );
    if (isDraftOfFile && published.length === 0) return false;
    for await (const { version, kind } of this.#versions(id)) {
      if (LEAVES_DRAFTS.has(kind)) continue;
      const params = { path: { entryId: id, version } };
      const values = (await this.#target.api.get('/entries/{entryId}/versions/{version}', { params }))
        .values as LocaleValues;
      if (!isDraftOfFile && digestOf(this.#portable(collection, { values, live: {} }).values) === drafts) return true;
      const wasSaid = ([locale, found]: readonly [string, string]): boolean =>
        values[locale] !== undefined && fingerprint(collection, values[locale]) === found;
      if (published.some(wasSaid)) return true;
    }
    return false;
  }

  #versions(entryId: string) {
    return this.#target.api.list('/entries/{entryId}/versions', { params: { path: { entryId } } });
  }
}

/** Whether an entry has the content of a line. Live values of other locales stay, so they don't count. */
function isSame(
  collection: CollectionDocument | null,
  entry: KnownEntry,
  { values, live }: Content,
  publishes: boolean,
): boolean {
  const isLive = ([locale, own]: readonly [string, Values]): boolean =>
    entry.live.get(locale) === fingerprint(collection, own);
  return hasDrafts(entry, collection, values) && (!publishes || Object.entries(live).every(isLive));
}
