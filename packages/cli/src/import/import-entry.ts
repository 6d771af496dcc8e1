import { createHash } from 'node:crypto';
import { ApiError, type EntryListItem, type EntryWarning, type PublishResult } from '@stele/client';
import { type CollectionDocument, findCollection, PARENT, type Values, withDefaults } from '@stele/schema';
import type { LocaleValues } from '../api.ts';
import { type ContentLine, type EntryName, nameKey } from '../content/line.ts';
import { ChangedSince } from './changed-since.ts';
import { type CreatedEntry, createMany } from './create-many.ts';
import { differingFields, mayUpdate, wasTakenOff } from './differences.ts';
import { fingerprint } from './fingerprint.ts';
import { type KnownEntries, type KnownEntry, toKnownEntry } from './known-entries.ts';
import { entriesReferredTo, resolveReferences } from './line-references.ts';
import { type ImportTarget, unpublishedLocales } from './plan.ts';
import type { SkipReason } from './run.ts';
import { exactly, firstDrafts, firstWholeDrafts, hasDrafts, isAsImported, livePortions } from './stages.ts';

interface EntryOutcome {
  readonly published: boolean;
  /** Why the entry isn't what the line says; null when it is, or is to stay as it is by the options. */
  readonly skipped: SkipReason | null;
  /** Whether an entry that was there already was changed. */
  readonly updated: boolean;
  readonly warnings: readonly EntryWarning[];
}

/** An entry that was created together with others. */
export interface ImportedEntry extends CreatedEntry {
  /** Whether it has all that its line refers to. */
  readonly isWhole: boolean;
}

const NOTHING_DONE: EntryOutcome = {
  published: false,
  skipped: null,
  updated: false,
  warnings: [],
};

/** Imports the lines of a file into the entries of a project. */
export class EntryImporter {
  readonly #target: ImportTarget;
  /** All entries that are there, with those created since. */
  readonly #entries: KnownEntries;
  readonly #changed: ChangedSince;

  constructor(target: ImportTarget, existing: KnownEntries) {
    this.#target = target;
    this.#entries = new Map(existing);
    this.#changed = new ChangedSince(target, existing);
  }

  /** Whether a line refers to other entries, so that those must be there first. */
  refers(line: ContentLine): boolean {
    return entriesReferredTo(this.#collection(line), line).length > 0;
  }

  /** Names of the page above that of a line, which must be live before it. */
  above(line: ContentLine): readonly string[] {
    const collection = this.#collection(line);
    if (!collection?.tree) return [];
    const fields = collection.fields.filter(({ key }) => key === PARENT);
    return entriesReferredTo({ ...collection, fields }, line).map(nameKey);
  }

  /**
   * Creates the entries of some lines together, and publishes those that wait for no others: as `create` and `finish` do, as far as
   * it can be done for all at once. Lines that are refused are left out.
   *
   * @param isWaiting whether an entry that is there waits for others itself
   */
  async createMany(
    lines: readonly ContentLine[],
    isWaiting: (name: string) => boolean,
  ): Promise<ReadonlyMap<ContentLine, ImportedEntry>> {
    const wanted = lines.map((line) => {
      const names = entriesReferredTo(this.#collection(line), line).map(nameKey);
      const isWhole = names.every((name) => this.#entries.has(name) && !isWaiting(name));
      const { collection, externalId, live } = line;
      const hasLive = live === null || Object.keys(live).length > 0;
      const publish = this.#target.publish && isWhole && hasLive;
      return { collection, externalId, values: this.#firstValues(line, isWhole), publish, isWhole };
    });
    const created = await createMany(this.#target, wanted);
    return new Map(
      lines.flatMap((line, index) => {
        const own = created[index];
        if (!own) return [];
        this.#entries.set(nameKey([line.collection, line.externalId]), own.entry);
        return [[line, { ...own, isWhole: wanted[index]?.isWhole ?? false }] as const];
      }),
    );
  }

  /** @param isWhole whether all entries that the line refers to are there */
  #firstValues(line: ContentLine, isWhole: boolean): LocaleValues {
    const collection = this.#collection(line);
    const { publish } = this.#target;
    const first = isWhole
      ? this.#resolve(line, firstWholeDrafts(collection, line, publish))
      : firstDrafts(collection, line, publish);
    // Values from other systems may leave fields to their defaults; an exported entry had no value in an absent field.
    return line.live ? exactly(collection, first) : first;
  }

  /** Creates the entry of a line, without what refers to other entries. @throws ApiError */
  async create(line: ContentLine): Promise<KnownEntry> {
    const { api, projectId } = this.#target;
    const body = {
      collection_key: line.collection,
      external_id: line.externalId,
      values: this.#firstValues(line, false),
    };
    // Keeps the entry from being made twice when the answer is lost, by another run too.
    const key = createHash('sha256')
      .update(JSON.stringify([projectId, body]))
      .digest('hex');
    const header = { 'Idempotency-Key': `stele-import-${key}` };
    const entry = this.#known(await api.post('/entries', { params: { header }, body: { ...body, via: 'import' } }));
    this.#entries.set(nameKey([line.collection, line.externalId]), entry);
    return entry;
  }

  /**
   * Does for an entry what is left to do: saves, publishes, and saves what isn't live.
   *
   * @param isNew whether it was created by this run
   * @throws ApiError, RefusedLine
   */
  async finish(line: ContentLine, entry: KnownEntry, isNew: boolean): Promise<EntryOutcome> {
    if (entry.isTrashed) return { ...NOTHING_DONE, skipped: this.#target.existing === 'skip' ? null : 'trashed' };
    return line.live ? this.#finishExactly(line, line.live, entry, isNew) : this.#finishLoosely(line, entry, isNew);
  }

  async #finishExactly(
    line: ContentLine,
    lineLive: LocaleValues,
    known: KnownEntry,
    isNew: boolean,
  ): Promise<EntryOutcome> {
    const collection = this.#collection(line);
    const values = this.#resolve(line, line.values);
    const live = this.#resolve(line, lineLive);
    if (!isNew) {
      const standing = await this.#changed.stateOf({ ...line, live: lineLive }, known, { values, live });
      if (standing !== 'open') {
        const isSkipped = standing !== 'same' && this.#target.existing === 'update';
        return { ...NOTHING_DONE, skipped: isSkipped ? standing : null };
      }
    }
    const isUpdate =
      !isNew && !(isAsImported(collection, known, line, { values, live }) && hasDrafts(known, collection, values));
    const warnings: EntryWarning[] = [];
    let entry = known;
    const results: boolean[] = [];
    for (const portion of this.#target.publish ? livePortions(collection, live) : []) {
      const pending = pick(portion, (locale, own) => entry.live.get(locale) !== fingerprint(collection, own));
      const locales = Object.keys(pending);
      if (locales.length === 0) continue;
      entry = await this.#save(collection, entry, exactly(collection, pending));
      const published = await this.#publish(entry, locales);
      entry = { ...entry, version: published.version };
      results.push(published.unchanged);
      warnings.push(...published.warnings);
    }
    const gone = [...entry.draft.keys()].filter((locale) => !Object.hasOwn(values, locale));
    await this.#save(collection, entry, exactly(collection, values), gone);
    return {
      published: results.includes(false),
      skipped: null,
      updated: isUpdate,
      warnings,
    };
  }

  /** Changes the fields in which the entry differs from the line, and publishes the line's locales that aren't published. */
  async #finishLoosely(line: ContentLine, known: KnownEntry, isNew: boolean): Promise<EntryOutcome> {
    const collection = this.#collection(line);
    const wanted = Object.keys(line.values);
    if (!isNew && (await wasTakenOff(this.#target, known, wanted))) {
      return { ...NOTHING_DONE, skipped: this.#target.existing === 'update' ? 'changed' : null };
    }
    let entry = known;
    const isOwn = isNew || (collection !== null && this.refers(line) && isUnfinished(collection, line, entry));
    const isCompared = isOwn || this.#target.existing === 'update';
    const changes = isCompared ? differingFields(collection, this.#resolve(line, line.values), entry) : {};
    const changed = Object.keys(changes);
    if (changed.length > 0) {
      if (!isOwn && !(await mayUpdate(this.#target, entry.id))) return { ...NOTHING_DONE, skipped: 'changed' };
      entry = await this.#patch(collection, entry, changes);
    }
    const updated = changed.length > 0 && !isOwn;
    const stale = await this.#staleLocales(entry, wanted, changed);
    const locales = this.#target.publish ? [...new Set([...unpublishedLocales(entry, wanted), ...stale])] : [];
    if (locales.length === 0) return { ...NOTHING_DONE, updated };
    const { unchanged, warnings } = await this.#publish(entry, locales);
    return { published: !unchanged, skipped: null, updated, warnings };
  }

  #patch(collection: CollectionDocument | null, entry: KnownEntry, values: LocaleValues): Promise<KnownEntry> {
    const { api } = this.#target;
    return this.#written(
      entry,
      api.patch('/entries/{entryId}/draft', {
        params: { path: { entryId: entry.id } },
        body: { values, base_version: entry.version, via: 'import' },
      }),
      (now) => Object.keys(differingFields(collection, values, now)).length === 0,
    );
  }

  /**
   * An entry after its drafts were written. A version that is out of date is fine when they're as they should be: then they
   * were written, the answer got lost, and only the second attempt was refused.
   */
  async #written(
    { id }: KnownEntry,
    writing: Promise<EntryListItem>,
    isWritten: (now: KnownEntry) => boolean,
  ): Promise<KnownEntry> {
    try {
      return this.#known(await writing);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'entry.version_conflict') throw error;
      const now = await this.#target.api.get('/entries/{entryId}', { params: { path: { entryId: id } } });
      if (!isWritten(this.#known(now))) throw error;
      return this.#known(now);
    }
  }

  #publish({ id, version }: KnownEntry, locales: readonly string[]): Promise<PublishResult> {
    return this.#target.api.post('/entries/{entryId}/publish', {
      params: { path: { entryId: id } },
      body: { locales, base_version: version, via: 'import' },
    });
  }

  #known(entry: EntryListItem): KnownEntry {
    return toKnownEntry(entry, this.#target.schema);
  }

  /** Live locales of a line whose draft is newer: by this import, or by one that was stopped before it published. */
  async #staleLocales(entry: KnownEntry, wanted: readonly string[], changed: readonly string[]): Promise<string[]> {
    const stale = wanted.filter((locale) => entry.changedLocales.includes(locale));
    if (stale.length === 0 || this.#target.existing !== 'update') return [];
    return changed.length > 0 || (await mayUpdate(this.#target, entry.id)) ? stale : [];
  }

  /** Saves drafts, unless they're there already. @param gone locales whose drafts go away */
  async #save(
    collection: CollectionDocument | null,
    entry: KnownEntry,
    values: LocaleValues,
    gone: readonly string[] = [],
  ): Promise<KnownEntry> {
    const changed = pick(values, (locale, own) => entry.draft.get(locale) !== fingerprint(collection, own));
    if (Object.keys(changed).length === 0 && gone.length === 0) return entry;
    const removed = Object.fromEntries(gone.map((locale) => [locale, null]));
    const saved = await this.#written(
      entry,
      this.#target.api.put('/entries/{entryId}/draft', {
        params: { path: { entryId: entry.id } },
        body: { values: { ...values, ...removed }, base_version: entry.version, via: 'import' },
      }),
      ({ draft }) =>
        Object.entries(values).every(([locale, own]) => draft.get(locale) === fingerprint(collection, own)) &&
        gone.every((locale) => !draft.has(locale)),
    );
    return { ...saved, live: entry.live };
  }

  #collection({ collection }: ContentLine): CollectionDocument | null {
    return findCollection(this.#target.schema, collection);
  }

  /** @throws RefusedLine */
  #resolve(line: ContentLine, byLocale: LocaleValues): LocaleValues {
    const idOf = (name: EntryName): string | null => this.#entries.get(nameKey(name))?.id ?? null;
    return resolveReferences(this.#collection(line), byLocale, idOf);
  }
}

/** Whether an entry still is what it was created as, without what refers to others. */
function isUnfinished(collection: CollectionDocument, line: ContentLine, entry: KnownEntry): boolean {
  const first = firstDrafts(collection, line, false);
  return Object.entries(first).every(
    ([locale, values]) => entry.draft.get(locale) === fingerprint(collection, withDefaults(collection, values)),
  );
}

function pick(byLocale: LocaleValues, wanted: (locale: string, values: Values) => boolean): LocaleValues {
  return Object.fromEntries(Object.entries(byLocale).filter(([locale, values]) => wanted(locale, values)));
}
