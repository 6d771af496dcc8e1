import { createHash } from 'node:crypto';
import { type CollectionDocument, findCollection, type Values, withDefaults } from '@stele/schema';
import type { Api } from '../api/api.ts';
import type { EntryWarning, LocaleValues } from '../api/shapes.ts';
import { type ContentLine, type EntryName, nameKey } from '../content/line.ts';
import { ApiFailure, type FailureDetail } from '../errors.ts';
import { differingFields, isEditedSinceImport } from './differences.ts';
import { fingerprint } from './fingerprint.ts';
import { type KnownEntries, type KnownEntry, toKnownEntry } from './known-entries.ts';
import { entriesReferredTo, resolveReferences } from './line-references.ts';
import { type ImportTarget, unpublishedLocales } from './plan.ts';
import { exactly, firstDrafts, isAsImported, livePortions } from './stages.ts';

/** A line that the command itself refuses: it refers to entries which aren't there, or its own is there already. */
export class RefusedLine extends Error {
  readonly details: readonly FailureDetail[];
  constructor(details: readonly FailureDetail[]) {
    super(details.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
    this.details = details;
  }
}

/** What became of an entry. */
export interface EntryOutcome {
  readonly published: boolean;
  /** Whether there was something to publish, but it was live already. */
  readonly unchanged: boolean;
  /** Whether the entry isn't what the line says, since somebody changed it after it was imported. */
  readonly differs: boolean;
  /** Whether an entry that was there already was changed. */
  readonly updated: boolean;
  readonly warnings: readonly EntryWarning[];
}

const NOTHING_DONE: EntryOutcome = {
  published: false,
  unchanged: false,
  differs: false,
  updated: false,
  warnings: [],
};

/** Makes the entries of a project what the lines of a file say. */
export class EntryImporter {
  readonly #api: Api;
  readonly #target: ImportTarget;
  /** All entries that are there, those that were created since too. */
  readonly #entries: KnownEntries;

  constructor(api: Api, target: ImportTarget, existing: KnownEntries) {
    this.#api = api;
    this.#target = target;
    this.#entries = new Map(existing);
  }

  /** Whether a line refers to other entries, so that those must be there first. */
  refers(line: ContentLine): boolean {
    return entriesReferredTo(this.#collection(line), line).length > 0;
  }

  /** Creates the entry of a line, without what refers to other entries. @throws ApiFailure */
  async create(line: ContentLine): Promise<KnownEntry> {
    const { projectId, publish, schema } = this.#target;
    const collection = this.#collection(line);
    const first = firstDrafts(collection, line, publish);
    // What comes from elsewhere may leave fields to their defaults; what was exported had no value there.
    const values = line.live ? exactly(collection, first) : first;
    const body = { collection_key: line.collection, external_id: line.externalId, values };
    const key = createHash('sha256')
      .update(JSON.stringify([projectId, body]))
      .digest('hex');
    const entry = toKnownEntry(await this.#api.createEntry(projectId, body, `stele-import-${key}`), schema);
    this.#entries.set(nameKey([line.collection, line.externalId]), entry);
    return entry;
  }

  /**
   * Does for an entry what is left to do: saves, publishes, and saves what isn't live.
   *
   * @param isNew whether it was created by this run
   * @throws ApiFailure, RefusedLine
   */
  async finish(line: ContentLine, entry: KnownEntry, isNew: boolean): Promise<EntryOutcome> {
    if (entry.isTrashed) return NOTHING_DONE;
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
    const differs = !isNew && !isAsImported(collection, known, line, { values, live });
    if (differs && !(await this.#mayUpdate(known))) return { ...NOTHING_DONE, differs: true };
    const warnings: EntryWarning[] = [];
    let entry = known;
    const results: boolean[] = [];
    for (const portion of this.#target.publish ? livePortions(collection, live) : []) {
      const pending = pick(portion, (locale, own) => entry.live.get(locale) !== fingerprint(collection, own));
      const locales = Object.keys(pending);
      if (locales.length === 0) continue;
      entry = await this.#save(collection, entry, exactly(collection, pending));
      const {
        version,
        unchanged,
        warnings: told,
      } = await this.#api.publishEntry(this.#target.projectId, entry, locales);
      entry = { ...entry, version };
      results.push(unchanged);
      warnings.push(...told);
    }
    const gone = [...entry.draft.keys()].filter((locale) => !Object.hasOwn(values, locale));
    await this.#save(collection, entry, exactly(collection, values), gone);
    return {
      published: results.includes(false),
      unchanged: results.length > 0 && !results.includes(false),
      differs: false,
      updated: differs,
      warnings,
    };
  }

  /** Whether an entry that is there, and isn't as the file says, may be changed. */
  async #mayUpdate({ id }: KnownEntry): Promise<boolean> {
    const { existing, overwriteEdits, projectId } = this.#target;
    if (existing !== 'update') return false;
    return overwriteEdits || !(await isEditedSinceImport(this.#api, projectId, id));
  }

  /** Changes the fields that the line names and in which the entry differs, and publishes what isn't live of its locales. */
  async #finishLoosely(line: ContentLine, known: KnownEntry, isNew: boolean): Promise<EntryOutcome> {
    const collection = this.#collection(line);
    const { projectId } = this.#target;
    let entry = known;
    const isOwn = isNew || (collection !== null && this.refers(line) && isUnfinished(collection, line, entry));
    const isCompared = isOwn || this.#target.existing === 'update';
    const changes = isCompared ? differingFields(collection, this.#resolve(line, line.values), entry) : {};
    const changed = Object.keys(changes);
    if (changed.length > 0) {
      if (!isOwn && !(await this.#mayUpdate(entry))) return { ...NOTHING_DONE, differs: true };
      entry = await this.#patch(collection, entry, changes);
    }
    const updated = changed.length > 0 && !isOwn;
    const wanted = Object.keys(line.values);
    const stale = await this.#staleLocales(entry, wanted, changed);
    const locales = this.#target.publish ? [...new Set([...unpublishedLocales(entry, wanted), ...stale])] : [];
    if (locales.length === 0) return { ...NOTHING_DONE, updated };
    const { unchanged, warnings } = await this.#api.publishEntry(projectId, entry, locales);
    return { published: !unchanged, unchanged, differs: false, updated, warnings };
  }

  /** Changes fields of drafts; a version that is out of date is fine when the fields are as they should be. */
  async #patch(collection: CollectionDocument | null, entry: KnownEntry, changes: LocaleValues): Promise<KnownEntry> {
    const { schema, projectId } = this.#target;
    try {
      return toKnownEntry(await this.#api.patchDraft(projectId, entry, changes, 'import'), schema);
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code !== 'entry.version_conflict') throw error;
      // If it was saved, the answer got lost, and only the second attempt was refused.
      const now = toKnownEntry(await this.#api.entry(projectId, entry.id), schema);
      if (Object.keys(differingFields(collection, changes, now)).length > 0) throw error;
      return now;
    }
  }

  /** Live locales of a line whose draft is newer: by this import, or by one that was stopped before it published. */
  async #staleLocales(entry: KnownEntry, wanted: readonly string[], changed: readonly string[]): Promise<string[]> {
    const stale = wanted.filter((locale) => entry.changedLocales.includes(locale));
    if (stale.length === 0 || this.#target.existing !== 'update') return [];
    return changed.length > 0 || (await this.#mayUpdate(entry)) ? stale : [];
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
    const { schema, projectId } = this.#target;
    const saved = await this.#api
      .saveDraft(projectId, entry, { ...values, ...removed })
      .catch(async (error: unknown) => {
        if (!(error instanceof ApiFailure) || error.code !== 'entry.version_conflict') throw error;
        // If it was saved, the answer got lost, and only the second attempt was refused.
        const now = await this.#api.entry(projectId, entry.id);
        if (!isSaved(collection, toKnownEntry(now, schema), values, gone)) throw error;
        return now;
      });
    return { ...toKnownEntry(saved, schema), live: entry.live };
  }

  #collection({ collection }: ContentLine): CollectionDocument | null {
    return findCollection(this.#target.schema, collection);
  }

  /** @throws RefusedLine */
  #resolve(line: ContentLine, byLocale: LocaleValues): LocaleValues {
    const idOf = (name: EntryName): string | null => this.#entries.get(nameKey(name))?.id ?? null;
    const { values, issues } = resolveReferences(this.#collection(line), byLocale, idOf);
    if (issues.length > 0) throw new RefusedLine(issues);
    return values;
  }
}

/** Whether an entry still is what it was created as, without what refers to others. */
function isUnfinished(collection: CollectionDocument, line: ContentLine, entry: KnownEntry): boolean {
  const first = firstDrafts(collection, line, false);
  return Object.entries(first).every(
    ([locale, values]) => entry.draft.get(locale) === fingerprint(collection, withDefaults(collection, values)),
  );
}

function isSaved(
  collection: CollectionDocument | null,
  { draft }: KnownEntry,
  values: LocaleValues,
  gone: readonly string[],
): boolean {
  const wanted = Object.entries(values);
  return (
    wanted.every(([locale, own]) => draft.get(locale) === fingerprint(collection, own)) &&
    gone.every((locale) => !draft.has(locale))
  );
}

function pick(byLocale: LocaleValues, wanted: (locale: string, values: Values) => boolean): LocaleValues {
  return Object.fromEntries(Object.entries(byLocale).filter(([locale, values]) => wanted(locale, values)));
}
